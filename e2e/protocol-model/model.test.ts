import { describe, expect, it } from "vitest";
import { rejectedAt } from "./accept";
import { explore } from "./explore";
import type { Label } from "./moves";

const BOUNDS = { workers: 2, edits: 1, sends: 2 } as const;

describe("the model of the protocol", () => {
  it.each([true, false])("reaches nothing wrong, in a store that completes writes: %s", (completes) => {
    const { states, wrong } = explore({ ...BOUNDS, completes });
    expect(wrong).toEqual([]);
    expect(states).toBeGreaterThan(1_000);
  });

  it.each([
    ["quarantine", "a price was written twice"],
    ["price-fields", "a write that never arrived is applied"],
    ["comparison", "an edit that was read was overwritten"],
  ] as const)("needs its guard: %s", (without, problem) => {
    const { wrong } = explore({ ...BOUNDS, completes: true, without });
    expect(wrong.map((way) => way.split(":")[0])).toContain(problem);
  });
});

const traceOf = (labels: readonly Label[], over: boolean) =>
  labels.map((label) => ({ label, mayExpire: over, maySettle: over }));

describe("a trace", () => {
  it.each([
    {
      why: "a price that is written and confirmed",
      labels: ["lease", "read", "commit", "send", "arrive", "read", "end applied"],
    },
    { why: "an edit before the reading", labels: ["lease", "edit", "read", "end conflict"] },
    {
      why: "a lost answer, found by the key",
      labels: ["lease", "read", "commit", "send", "arrive", "pause sent", "lease", "read", "end applied"],
    },
  ] as const)("is allowed: $why", ({ labels }) => {
    expect(rejectedAt(traceOf(labels, false), { completes: true })).toBeNull();
  });

  it("ends an interrupted write as applied where the shop noticed the end of a sale, and nowhere else", () => {
    const seen = traceOf(
      ["lease", "read", "commit", "send", "arrive in part", "pause sent", "lease", "read", "end applied"],
      false,
    );
    expect(rejectedAt(seen, { completes: false, notices: true })).toBeNull();
    expect(rejectedAt(seen, { completes: false })).toBe(seen.length - 1);
  });

  it.each([
    { why: "a send that nobody recorded", labels: ["lease", "read", "send"] },
    { why: "a lease of what has ended", labels: ["lease", "edit", "read", "end conflict", "lease"] },
    {
      why: "a receipt without a price",
      labels: ["lease", "read", "commit", "send", "arrive in part", "read", "end applied"],
    },
    {
      why: "a second send within the quarantine",
      labels: ["lease", "read", "commit", "send", "pause sent", "lease", "read", "commit"],
    },
    {
      why: "a second lease while the first holds",
      labels: ["lease", "read", "lease"],
    },
  ] as const)("is not allowed: $why", ({ labels }) => {
    expect(rejectedAt(traceOf(labels, false), { completes: true })).toBe(
      labels.length - 1 - Number(labels.at(-2) === "commit"),
    );
  });
});
