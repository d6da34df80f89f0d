// Loaded before the service, in place of `npm start` in a new folder: the pages are being built until the file
// PAGES_BUILT exists. It has the build's outcome: `built`, `stopped` or `failed`.
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const { PAGES_BUILT = "" } = process.env;

async function build() {
  let outcome = "";
  // The file is there a moment before what is written into it.
  while (outcome === "") {
    await pause(100);
    if (existsSync(PAGES_BUILT)) outcome = readFileSync(PAGES_BUILT, "utf8");
  }
  if (outcome === "failed") throw new Error("there is no space left");
  return outcome === "built";
}

globalThis[Symbol.for("pricecheck.pages")] = build;
