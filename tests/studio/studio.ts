// A studio of its own for every test: the real program, in a folder of its own.
import { test as base, expect, type Page } from "@playwright/test";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { putAwayMouse } from "./without_mouse";

export const GAUZE = process.env.GAUZE_PROGRAM ?? "gauze";
export const EXAMPLES = resolve(process.env.GAUZE_EXAMPLES ?? "../../examples");

export interface Studio {
  folder: string;
  /** Starts the program again on a file, and returns the new address. */
  restart: (file?: string, ...flags: string[]) => Promise<string>;
  address: string;
  /** Of the program. */
  pid: () => number;
}

/** The program prints its address as JSON, which may be several lines. */
function addressOf(program: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let text = "";
    program.stdout?.on("data", (part: Buffer) => {
      text += String(part);
      try {
        done((JSON.parse(text) as { address: string }).address);
      } catch {
        // There is more to come.
      }
    });
    program.on("exit", (code) => failed(new Error(`gauze studio ended with ${code}: ${text}`)));
  });
}

class Running implements Studio {
  address = "";
  private program: ChildProcess | null = null;

  constructor(
    readonly folder: string,
    private readonly page: Page,
  ) {}

  pid = (): number => this.program?.pid ?? 0;

  restart = async (file = "patients.csv", ...flags: string[]): Promise<string> => {
    // A page that is still open would ask the studio that has ended.
    await this.page.goto("about:blank");
    await this.end();
    this.program = spawn(GAUZE, ["studio", file, "--no-browser", "--json", ...flags], {
      cwd: this.folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.address = await addressOf(this.program);
    return this.address;
  };

  async end(): Promise<void> {
    const program = this.program;
    if (!program || program.exitCode !== null) return;
    await new Promise((done) => {
      program.removeAllListeners("exit");
      program.once("exit", done);
      program.kill("SIGINT");
    });
  }
}

/** Every request stays on this machine, and the page has nothing to complain about. */
function watch(page: Page): () => void {
  const away: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "about:" && hostname !== "127.0.0.1") away.push(request.url());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A refused edit is told on the page; the browser's note of the status is no fault.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  return () => {
    expect(away, "requests that left this machine").toEqual([]);
    expect(complaints, "what the page complained about").toEqual([]);
  };
}

export interface Settings {
  /** What the studio is started with: a file of the folder. */
  open: string;
  /** Without a mouse, the same journeys are made by keys. */
  mouse: boolean;
}

export const test = base.extend<Settings & { studio: Studio }>({
  open: ["patients.csv", { option: true }],
  mouse: [true, { option: true }],
  studio: async ({ page, open, mouse }, use) => {
    const folder = mkdtempSync(join(tmpdir(), "gauze-studio-"));
    copyFileSync(join(EXAMPLES, "clinic/patients.csv"), join(folder, "patients.csv"));
    const studio = new Running(folder, page);
    const check = watch(page);
    const giveMouseBack = mouse ? (): void => {} : putAwayMouse(page);
    try {
      await studio.restart(open);
      await page.goto(studio.address);
      await use(studio);
      check();
    } finally {
      giveMouseBack();
      await studio.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** What the command line says: throws if it ends with anything but 0. */
export function gauze(folder: string, ...words: string[]): string {
  return execFileSync(GAUZE, words, { cwd: folder, encoding: "utf8" });
}

/** What the studio has left is what the command line makes and accepts. */
export function expectSameByCommand(folder: string, policy: string): void {
  gauze(folder, "verify", "release");
  gauze(folder, "run", policy, "--out", "again", "--quiet");
  const bytes = (name: string): string => readFileSync(join(folder, name, "data.csv"), "utf8");
  expect(bytes("again") === bytes("release"), `gauze run ${policy} makes the same release`).toBe(true);
}

export { expect };
