import { defineConfig, devices } from "@playwright/test";

const executablePath = process.env.CHROMIUM_PATH;

// Disables the browser's background requests: on a closed network they delay each start by seconds.
const QUIET = [
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--metrics-recording-only",
  "--no-first-run",
  "--no-pings",
];

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  // Each worker has a service of its own; a test waits for pages and stores long enough that two fill two cores.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    colorScheme: "light",
    reducedMotion: "reduce",
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // To record every act takes a sixth of the processor's time, and a passed test throws it away.
    trace: process.env.TRACE === "1" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: { ...(executablePath ? { executablePath } : {}), chromiumSandbox: false, args: QUIET },
  },
});
