/**
 * Tries random histories of a shop against the model of its rules. `npm run test:histories -- [--histories N] [--seed
 * N]`: 10,000 unless stated otherwise, of which a thousand take some minutes; two with different seeds can run at once.
 * A failure prints its seed, path and history. Exits with 1 if one failed.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";

const { values } = parseArgs({
  options: { histories: { type: "string", default: "10000" }, seed: { type: "string" } },
});
const [histories, seed] = [Number(values.histories), values.seed === undefined ? null : Number(values.seed)];
if (!Number.isSafeInteger(histories) || histories < 1) throw new Error("--histories takes a count");
if (seed !== null && !Number.isSafeInteger(seed)) throw new Error("--seed takes a whole number");

const config = fileURLToPath(new URL("./long.config.ts", import.meta.url));
const vitest = await startVitest("test", [], { config, watch: false, provide: { histories, seed } });
await vitest.close();
