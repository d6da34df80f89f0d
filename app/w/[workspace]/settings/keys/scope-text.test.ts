import { describe, expect, it } from "vitest";
import { SCOPES } from "@/server/domain/permissions";
import { expiryAt, scopeChoices, scopesInShort } from "./scope-text";

describe("scopes a key may be given", () => {
  it("are those of the role that issues it", () => {
    const allowed = (role: "viewer" | "approver" | "owner") =>
      scopeChoices(role).flatMap((choice) => (choice.allowed ? [choice.scope] : []));
    expect(allowed("owner")).toEqual([...SCOPES]);
    expect(allowed("approver")).not.toContain("catalog:write");
    expect(allowed("viewer").every((scope) => scope.endsWith(":read"))).toBe(true);
  });

  it("are told in short", () => {
    expect(scopesInShort([...SCOPES])).toBe("Everything");
    expect(scopesInShort(["runs:read"])).toBe("Read runs");
    expect(scopesInShort(["runs:read", "alerts:read", "catalog:read"])).toBe("3 scopes");
  });
});

describe("the expiry of a key", () => {
  it("counts from now, and may be never", () => {
    const now = Date.parse("2026-11-01T10:00:00.000Z");
    expect(expiryAt("30", now)).toBe("2026-12-01T10:00:00.000Z");
    expect(expiryAt("never", now)).toBeNull();
  });
});
