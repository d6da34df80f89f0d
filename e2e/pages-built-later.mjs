// Loaded before the service: it finds pages that are being built, as after `npm start` in a fresh folder, until the file
// PAGES_BUILT exists.
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const { PAGES_BUILT = "" } = process.env;

async function built() {
  while (!existsSync(PAGES_BUILT)) await pause(100);
  return true;
}

globalThis[Symbol.for("pricecheck.pages")] = built();
