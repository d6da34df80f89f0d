/**
 * Tries random histories of a shop against the model of its rules.
 * `npm run test:histories -- [--histories N] [--seed N]`: 10,000 unless stated otherwise, of which a thousand take some
 * minutes; two with different seeds can run at once. It prints the seed, which is new unless stated, and in the end
 * which acts the histories did not bring about. A failure prints its seed, path and history. Exits with 1 if one
 * failed.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";

const { values } = parseArgs({
  options: { histories: { type: "string", default: "10000" }, seed: { type: "string" } },
});
const [histories, testSeed] = [Number(values.histories), Number(values.seed ?? Date.now() % 1_000_000_000)];
if (!Number.isSafeInteger(histories) || histories < 1) throw new Error("--histories takes a count");
if (!Number.isSafeInteger(testSeed)) throw new Error("--seed takes a whole number");

console.log(`seed ${testSeed}`);

const config = fileURLToPath(new URL("./long.config.ts", import.meta.url));
const vitest = await startVitest("test", [], { config, watch: false, provide: { histories, testSeed } });
await vitest.close();
