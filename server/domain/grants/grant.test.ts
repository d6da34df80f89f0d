import { describe, expect, it } from "vitest";
import { fc } from "@/server/testing/seed";
import { ROLE_PERMISSIONS, ROLES, SCOPES } from "../permissions";
import { LIFECYCLES, PLANS } from "../plan/plans";
import { DEFAULT_SCOPES, grantableScopes, grantBlocker, grantState, requestedScopes } from "./grant";

const scopes = fc.subarray([...SCOPES]);

describe("scopes", () => {
  it("are those of the words that mean something here, in the order of the table", () => {
    expect(requestedScopes("catalog:read openid runs:read runs:read settings:tokens")).toEqual([
      "runs:read",
      "catalog:read",
    ]);
    expect(requestedScopes(undefined)).toEqual([]);
    expect(requestedScopes("policies:write policies:read")).toEqual(["policies:read"]);
    expect(DEFAULT_SCOPES.every((scope) => ROLE_PERMISSIONS.viewer.has(scope))).toBe(true);
  });

  it("are granted where they were asked for, chosen and in the person's role, and not otherwise", () => {
    fc.assert(
      fc.property(scopes, scopes, fc.constantFrom(...ROLES), (requested, chosen, role) => {
        const granted = grantableScopes(requested, chosen, role);
        for (const scope of granted) {
          expect(requested).toContain(scope);
          expect(chosen).toContain(scope);
          expect(ROLE_PERMISSIONS[role].has(scope)).toBe(true);
        }
        const all = requested.filter((each) => chosen.includes(each) && ROLE_PERMISSIONS[role].has(each));
        expect(granted).toEqual(all);
      }),
    );
  });
});

describe("what stands in the way", () => {
  it("is the plan for agents alone, the state of the workspace for both, and the person's address first", () => {
    const confirmed = { emailConfirmed: true, includesMcp: true };
    const offered = PLANS.filter((plan) => grantBlocker({ plan, lifecycle: "active" }, confirmed) === null);
    expect(offered).toEqual(["max", "enterprise"]);
    for (const plan of PLANS)
      expect(grantBlocker({ plan, lifecycle: "active" }, { ...confirmed, includesMcp: false })).toBeNull();
    const closed = LIFECYCLES.filter(
      (lifecycle) => grantBlocker({ plan: "max", lifecycle }, confirmed) === "lifecycle",
    );
    expect(closed).toEqual(["suspended", "deleting"]);
    expect(
      grantBlocker({ plan: "free", lifecycle: "deleting" }, { emailConfirmed: false, includesMcp: true }),
    ).toBe("email_not_confirmed");
  });
});

it("a grant is active until it ends or its last token does", () => {
  const expiresAt = new Date(1_000);
  expect(grantState({ endedAt: null, expiresAt }, 999)).toBe("active");
  expect(grantState({ endedAt: null, expiresAt }, 1_000)).toBe("expired");
  expect(grantState({ endedAt: new Date(5), expiresAt }, 6)).toBe("ended");
});
