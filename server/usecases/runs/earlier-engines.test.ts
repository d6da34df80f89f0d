import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { decide } from "@/server/domain/pricing/engine/engine";
import { ENGINE_VERSION, REPLAYED_ENGINES } from "@/server/domain/pricing/engine/engine-version";
import { outcomeToJson } from "@/server/domain/pricing/outcome-json";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { inputFromJson, inputToJson } from "./input-json";

/** Stored data of an earlier engine: policies, inputs and outcomes that cover each of its rules and reasons. */
const Stored = z.object({ policy: z.json(), input: z.string(), outcome: z.string() });
const storedBy = (engine: string) =>
  readFileSync(join(import.meta.dirname, `engine-${engine}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => Stored.parse(JSON.parse(line)));

function computed(policy: unknown, input: string): string {
  const parsed = readPolicyDocument(policy);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const { item, observations, asOfMs, engineVersion } = inputFromJson(input);
  const compiled = compilePolicy(parsed.document, engineVersion);
  return JSON.stringify(outcomeToJson(decide(item, observations, compiled, asOfMs)));
}

const EARLIER = REPLAYED_ENGINES.filter((version) => version !== ENGINE_VERSION);

describe.each(EARLIER)("what engine %s decided", (engine) => {
  it.each(storedBy(engine).map((stored, index) => [index, stored] as const))(
    "is computed again to the byte, policy and all: %i",
    (_, { policy, input, outcome }) => {
      const known = inputFromJson(input);
      expect(known.engineVersion).toBe(engine);
      expect(inputToJson(known, known)).toBe(input);
      expect(computed(policy, input)).toBe(outcome);
    },
  );
});
