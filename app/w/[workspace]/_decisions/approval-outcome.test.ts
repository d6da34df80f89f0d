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
    "because it is %s by now was decided by somebody else",
    (status) => {
      expect(conflict(status)).toEqual({
        kind: "decided",
        message: "As the service says.",
        writeBackId: null,
      });
    },
  );

  it.each(["pending_approval", "superseded"])(
    "because its inputs changed has to be looked at again, also when it is %s with that",
    (status) => {
      expect(conflict(status, ["cost"])).toEqual({
        kind: "changed",
        message: "The cost changed since.",
        writeBackId: null,
      });
    },
  );

  it.each(["new", "held", "pending_approval"])("while it is %s has to be looked at again", (status) => {
    expect(conflict(status)).toMatchObject({ kind: "changed" });
  });

  it("for another reason has failed", () => {
    expect(refusal({ error: "tier_ineligible", httpStatus: 402 })).toMatchObject({ kind: "failed" });
  });
});
