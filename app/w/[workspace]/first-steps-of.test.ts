import { expect, it } from "vitest";
import { ROLE_PERMISSIONS, type Role } from "@/server/domain/permissions";
import type { Plan } from "@/server/domain/plan/plans";
import { type Found, stepsOf } from "./first-steps-of";

const EMPTY: Found = {
  items: false,
  sample: false,
  store: null,
  market: false,
  run: null,
  applied: false,
  pricing_confirmed: false,
  sample_offered: true,
  sandbox_offered: false,
};
const names = (found: Partial<Found>, role: Role = "owner", plan: Plan = "max") =>
  stepsOf(
    { ...EMPTY, ...found },
    { plan, emailConfirmed: true, may: (permission) => ROLE_PERMISSIONS[role].has(permission) },
  );
const open = (...args: Parameters<typeof names>) =>
  names(...args)
    .filter(({ done }) => !done)
    .map(({ name }) => name);

it("leads from the address to a price in the store, one step after the other", () => {
  expect(open({})).toEqual(["shop", "pricing", "market", "run", "price"]);
  const sample = { items: true, sample: true, store: "sandbox", market: true };
  expect(open(sample)).toEqual(["run", "price"]);
  expect(open({ ...sample, run: "running" })).toEqual(["run", "price"]);
  expect(open({ ...sample, run: "succeeded" })).toEqual(["price"]);
  expect(open({ ...sample, run: "succeeded", applied: true })).toEqual([]);
});

it("asks the currency of a shop of one's own, also with the sandbox store or none", () => {
  expect(open({ items: true, store: "sandbox" })).toContain("pricing");
  expect(open({ items: true, store: "vendure" })).toContain("pricing");
  expect(open({ items: true })).toEqual(["shop", "pricing", "market", "run", "price"]);
});

it("leaves out what the role or the plan does not allow", () => {
  expect(open({}, "viewer")).toEqual([]);
  expect(open({}, "analyst")).toEqual(["run"]);
  expect(open({}, "owner", "pro")).not.toContain("price");
});
