import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { outcome, run, StepError, step } from "./step.mjs";

/** Chromium without windows: a page costs it a third less processor time. */
const SHELL = "chromium-headless-shell";
const BROWSERS = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const OLDEST_POSTGRES = "/usr/lib/postgresql/15/bin";
const BROWSER_ON_MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/**
 * Finds a Chromium for the browser tests, the one without windows first, or installs one.
 * @returns {Promise<string>} the path of its program
 * @throws StepError if there is none and none can be installed
 */
export async function ensureChromium(root) {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await answers(named)) return named;
    throw new StepError(`CHROMIUM_PATH does not name a Chromium that runs: ${named}`);
  }
  if (!inPath(SHELL) && !(await installPackage(SHELL)) && !(await findChromium()))
    await installPackage("chromium");
  const found = await findChromium();
  if (found) return found;
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  await step({ done: "Asked Playwright for Chromium" }, () =>
    outcome(process.execPath, [playwright, "install", "chromium"], { quiet: true }),
  );
  const downloaded = await findChromium();
  if (downloaded) return downloaded;
  throw new StepError("No Chromium here and none can be installed: set CHROMIUM_PATH to the program of one.");
}

/** Installs a Redis server if possible; if not, prints that the tests that need it are skipped. */
export async function ensureRedis() {
  if (inPath("redis-server")) return;
  if ((await installPackage("redis-server")) && inPath("redis-server")) return;
  process.stdout.write("redis-server is not installed: the tests over a real Redis are skipped\n");
}

/**
 * Installs the oldest PostgreSQL that a service may use, if possible; if not, prints that its tests are skipped.
 * @returns {Promise<boolean>} whether it is there
 */
export async function ensureOldestPostgres() {
  const isThere = () => existsSync(process.env.POSTGRES_PROGRAMS ?? OLDEST_POSTGRES);
  if (isThere()) return true;
  if ((await installPackage("postgresql-15")) && isThere()) return true;
  process.stdout.write("PostgreSQL 15 is not installed: the tests on it are skipped\n");
  return false;
}

/** Installs the program that checks the alert rules if possible; if not, prints that they are not checked. */
export async function ensurePromtool() {
  if (inPath("promtool")) return;
  if ((await installPackage("prometheus")) && inPath("promtool")) return;
  process.stdout.write("promtool is not installed: the alert rules are not played\n");
}

/** Installs the stores that tests run against; each has its own dependencies. */
export async function ensureStores(root) {
  const stores = join(root, "e2e", "stores");
  if (!existsSync(stores)) return;
  for (const name of readdirSync(stores)) {
    const folder = join(stores, name);
    if (existsSync(join(folder, "package-lock.json")))
      await ensureInstalled(folder, `the test store ${name}`);
  }
}

async function findChromium() {
  const { chromium } = await import("@playwright/test");
  const candidates = [...BROWSERS.map(inPath), BROWSER_ON_MAC, chromium.executablePath()];
  for (const path of candidates) {
    if (path && existsSync(path) && (await answers(path))) return path;
  }
  return undefined;
}

// Checks that the program runs: on some systems a script of this name only explains how to install a browser.
async function answers(path) {
  const { code, printed } = await outcome(path, ["--version"], { quiet: true });
  return code === 0 && /chrom/i.test(printed);
}

async function installPackage(name) {
  if (process.getuid?.() !== 0 || !inPath("apt-get")) return false;
  const options = { quiet: true, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  return step({ done: `Asked Debian for ${name}` }, async () => {
    await outcome("apt-get", ["update"], options);
    const { code } = await outcome("apt-get", ["install", "-y", "--no-install-recommends", name], options);
    return code === 0;
  });
}

function inPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
