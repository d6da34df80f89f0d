import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { examplesIn } from "@/eval/policies/examples";
import { lintPolicy } from "@/server/domain/pricing/lint";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";

const FOLDER = join(import.meta.dirname, "../../docs/policies/examples");
const { examples, missing } = examplesIn(FOLDER);

describe("an example policy", () => {
  it.each(examples.map((example) => [example.name, example] as const))(
    "%s gives the figures that were worked out by hand, and lint finds no error in it",
    (_, { document, faults }) => {
      expect(faults).toEqual([]);
      const read = readPolicyDocument(document);
      if (!read.ok) throw new Error(JSON.stringify(read.issues));
      expect(lintPolicy(read.document).filter(({ level }) => level === "error")).toEqual([]);
    },
  );

  it("stands in the folder wherever figures or an explanation are there", () => {
    expect(missing).toEqual([]);
  });
});
