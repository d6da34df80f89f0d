import { describe, expect, it } from "vitest";
import { findingsAt, readDraftText, valueAt, withValue } from "./draft";

describe("a draft of the policy", () => {
  it("is judged as its activation judges it", () => {
    expect(readDraftText("{")).toMatchObject({ json: null, document: null, unreadable: expect.any(String) });
    const wrong = readDraftText(
      '{"version":1,"currency":"EUR","defaults":{"constraints":{"margin_floor":"2"}}}',
    );
    expect(wrong).toMatchObject({ unreadable: null, document: null });
    expect(findingsAt(wrong.findings, "defaults.constraints.margin_floor")).toHaveLength(1);
    const bare = readDraftText(
      '{"version":1,"currency":"EUR","defaults":{"constraints":{"margin_floor":null}}}',
    );
    expect(bare.document).not.toBeNull();
    expect(bare.findings).toMatchObject([{ level: "error", code: "no_floor" }]);
  });

  it("is changed at one place alone, and forgets what is taken out", () => {
    const json = { version: 1, scopes: [{ name: "A" }, { name: "B" }], breaker: { max_share: "0.5" } };
    const changed = withValue(json, "scopes.1.constraints.margin_floor", "0.3");
    expect(valueAt(changed, "scopes.1.constraints.margin_floor")).toBe("0.3");
    expect(withValue(changed, "scopes.1.constraints.margin_floor", undefined)).toEqual(json);
    expect(withValue(json, "breaker.max_share", undefined)).toEqual({ version: 1, scopes: json.scopes });
    expect(withValue(json, "scopes.0", undefined)).toMatchObject({ scopes: [{ name: "B" }] });
    expect(valueAt(json, "scopes.7.name")).toBeUndefined();
  });
});
