import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { FaultBox } from "../parts/FaultBox";
import { load, policy, stayInTouch, studio } from "../project/project";
import { loadApprovals } from "../project/signoff";
import { OpeningScreen } from "../screens/open/OpeningScreen";
import { OpenScreen } from "../screens/open/OpenScreen";
import { faultOf } from "../server/request";
import type { Fault } from "../server/types";
import { KeysDialog } from "./KeysDialog";
import { Notice } from "./Notice";
import { PolicyPanel, policyShown } from "./PolicyPanel";
import { Rail } from "./Rail";
import { route } from "./route";
import { listenForShortcuts } from "./shortcuts";
import { STEPS } from "./steps";
import { TopBar } from "./TopBar";
import { Tour } from "./Tour";

/** Where somebody comes in who has just opened something. */
function firstPath(): string {
  const kind = studio.value?.open?.kind;
  if (kind === "ledger") return "/ledger";
  return kind === "policy" || kind === "table" ? "/data" : "/result";
}

function Screen() {
  const main = useRef<HTMLElement>(null);
  const arrived = useRef(false);
  const step = STEPS.find((one) => one.path === route.value);
  useEffect(() => {
    document.title = `${step?.name ?? "Open"} · Gauze studio`;
    // Whoever follows a link goes on reading at the new heading; not at the first page, which nobody followed a link to.
    if (arrived.current) main.current?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
    arrived.current = true;
  }, [route.value]);
  const isOpening = studio.value?.open?.kind === "table";
  const Content = step && isOpening ? OpeningScreen : (step?.screen ?? OpenScreen);
  return (
    <main ref={main} id="main">
      <Content key={`${route.value} ${studio.value?.open?.path ?? ""}`} />
    </main>
  );
}

/** The page: steps on the left, the screen, and the policy beside it. */
export function Studio() {
  const fault = useSignal<Fault | null>(null);
  useEffect(() => {
    listenForShortcuts();
    stayInTouch();
    load().then(
      () => {
        if (studio.value?.open && route.value === "/") history.replaceState(null, "", (route.value = firstPath()));
      },
      (error: unknown) => (fault.value = faultOf(error)),
    );
  }, []);
  useEffect(() => {
    if (policy.value) void loadApprovals().catch(() => undefined);
  }, [policy.value?.path]);
  if (fault.value) {
    return (
      <main class="alone">
        <h1>Gauze studio</h1>
        <FaultBox fault={fault.value} />
      </main>
    );
  }
  if (!studio.value) return <main class="alone" aria-busy="true" aria-label="Gauze studio" />;
  const beside = policy.value !== null && policyShown.value;
  return (
    <div class="studio" data-beside={beside} data-rail={studio.value.open !== null}>
      <a
        class="skip"
        href="#main"
        onClick={(event) => (event.preventDefault(), document.querySelector<HTMLElement>("main h1")?.focus())}
      >
        Skip to the screen
      </a>
      <TopBar />
      {studio.value.open && <Rail />}
      <Screen />
      {beside && <PolicyPanel />}
      <Notice />
      <Tour />
      <KeysDialog />
    </div>
  );
}
