import { defineConfig } from "@playwright/test";

// Debian's Chromium: nothing is downloaded. One journey at a time, so that times mean something.
export default defineConfig({
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
});
