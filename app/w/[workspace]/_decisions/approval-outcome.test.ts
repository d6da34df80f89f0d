import { TRPCClientError } from "@trpc/client";
import { describe, expect, it } from "vitest";
import { refusalOf } from "./approval-outcome";

const refusal = (data: object) =>
  refusalOf(
    TRPCClientError.from({
      error: { code: -32_000, message: "As the service says.", data },
    } as unknown as Error),
  );
const conflict = (current_status: string, changed?: readonly string[]) =>
  refusal({ error: "conflict", httpStatus: 409, current_status, changed });

describe("an approval that is refused", () => {
  it.each(["rejected", "dismissed", "approved", "applied", "superseded", "snoozed"])(
    "was decided by somebody else when the recommendation is %s by now",
    (status) => {
      expect(conflict(status)).toEqual({
        kind: "decided",
        message: "As the service says.",
        writeBackId: null,
      });
    },
  );

  it.each(["pending_approval", "superseded"])(
    "has to be looked at again when inputs changed, also when the recommendation is %s with that",
    (status) => {
      expect(conflict(status, ["cost"])).toEqual({
        kind: "changed",
        message: "The cost changed since.",
        writeBackId: null,
      });
    },
  );

  it.each(["new", "held", "pending_approval"])(
    "has to be looked at again while the recommendation is %s",
    (status) => {
      expect(conflict(status)).toMatchObject({ kind: "changed" });
    },
  );

  it("has failed when it is refused for another reason", () => {
    expect(refusal({ error: "tier_ineligible", httpStatus: 402 })).toMatchObject({ kind: "failed" });
  });
});
