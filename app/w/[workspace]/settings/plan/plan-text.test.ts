import { expect, it } from "vitest";
import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { limitText } from "./plan-text";

it("says of each plan what the table of plans says", () => {
  const said = (plan: "free" | "enterprise") => limitText.map(({ of }) => of(PLAN_LIMITS[plan]));
  expect(said("free")).toEqual(["250", "4", "1,000", "2", "2", "–", "–"]);
  expect(said("enterprise")).toEqual([
    "1,000,000",
    "no limit",
    "by contract",
    "1,000",
    "1,000",
    "yes",
    "yes",
  ]);
});
