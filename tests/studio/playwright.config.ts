import { defineConfig } from "@playwright/test";
import type { Settings } from "./studio";

const JOURNEYS = /(clinic_by_mouse|diabetes|covid|ledger|run|policy_text|hierarchy|opening|descriptors)\.spec\.ts/;

// Debian's Chromium: nothing is downloaded. One journey at a time, so that times mean something.
export default defineConfig<Settings>({
  testDir: ".",
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  outputDir: "failures",
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 900 },
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "mouse" },
    // In the long form, every journey once more by keyboard alone.
    ...(process.env.GAUZE_SOAK === "1" ? [{ name: "keyboard", testMatch: JOURNEYS, grepInvert: /by keyboard|without a mouse/, use: { mouse: false } }] : []),
  ],
});
