import { describe, expect, it } from "vitest";
import { policyText, readPolicyText } from "./policy-text";

describe("the text of a policy", () => {
  it("comes back as it was shown", () => {
    const document = { version: 1, currency: "EUR", defaults: { constraints: { margin_floor: "0.20" } } };
    expect(readPolicyText(policyText(document))).toEqual({ ok: true, document });
  });

  it("is refused in words when it is no JSON object", () => {
    expect(readPolicyText("{ version: 1 }")).toMatchObject({
      ok: false,
      message: expect.stringContaining("not JSON"),
    });
    for (const text of ["[]", "null", '"a"'])
      expect(readPolicyText(text)).toMatchObject({ ok: false, message: expect.stringContaining("object") });
  });
});
