import { expect, it } from "vitest";
import { laneActor, laneOfActor, OPERATOR, WORKER } from "./actors";

it.each(["Small", "night: small", "lane:"])("the lane %s is read from its actor", (name) => {
  expect(laneOfActor(laneActor(name).id)).toBe(name);
});

it.each([OPERATOR.id, WORKER.id, "usr_lane:x"])("%s is no lane", (id) => {
  expect(laneOfActor(id)).toBeNull();
});
