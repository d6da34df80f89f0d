import { expect, it } from "vitest";
import { type RunPace, secondsLeft } from "./time-left";

const START = Date.parse("2026-11-02T09:00:00.000Z");

const run: RunPace = {
  status: "running",
  done: 2_500,
  total: 10_000,
  fence: 1,
  startedAt: new Date(START),
  leaseUntil: new Date(START + 60_000),
};

it("a run goes on as fast as it went so far", () => {
  expect(secondsLeft(run, START + 10_000)).toBe(30);
  expect(secondsLeft({ ...run, done: 9_999 }, START + 10_000)).toBe(1);
});

it.each<[string, Partial<RunPace>, number]>([
  ["it waits for its turn", { status: "queued", startedAt: null, leaseUntil: null, fence: 0 }, 10_000],
  ["its items are not counted yet", { total: null }, 10_000],
  ["no page of it is stored", { done: 0 }, 10_000],
  ["it has just begun", {}, 1_999],
  ["it publishes", { done: 10_000 }, 10_000],
  ["another worker took it up", { fence: 2 }, 10_000],
  ["its worker let the lease pass", {}, 60_000],
  ["it has ended", { status: "succeeded", leaseUntil: null }, 10_000],
])("how long is unknown where %s", (_, fields, afterMs) => {
  expect(secondsLeft({ ...run, ...fields }, START + afterMs)).toBeNull();
});
