import { expect, it } from "vitest";
import {
  labelNaming,
  labelOfApplication,
  laneActor,
  laneOfActor,
  OPERATOR,
  personIn,
  WORKER,
} from "./actors";

it.each(["Small", "night: small", "lane:"])("the lane %s is read from its actor", (name) => {
  expect(laneOfActor(laneActor(name).id)).toBe(name);
});

it.each([OPERATOR.id, WORKER.id, "usr_lane:x"])("%s is no lane", (id) => {
  expect(laneOfActor(id)).toBeNull();
});

const EVE = `usr_${"e".repeat(26)}`;
const MARA = `usr_${"m".repeat(26)}`;
const nameOf = (id: string) => ({ [EVE]: "eve@shop.example", [MARA]: "mara@shop.example" })[id];

it.each([
  ["as it is named now", labelOfApplication(EVE, "Desk"), "eve@shop.example by application “Desk”"],
  ["as it was named before", `Desk for ${EVE}`, "eve@shop.example by application “Desk”"],
  [
    "called like a label of before",
    labelOfApplication(EVE, `Desk for ${MARA}`),
    `eve@shop.example by application “Desk for ${MARA}”`,
  ],
  [
    "called like a label of now",
    `${MARA} by application “Desk” for ${EVE}`,
    `eve@shop.example by application “${MARA} by application “Desk””`,
  ],
  ["called like the person themselves", `${EVE} for ${EVE}`, `eve@shop.example by application “${EVE}”`],
])("an application %s comes after its person", (_, label, shown) => {
  const author = { actor: "grant:grt_1", label };
  expect(personIn(author)).toBe(EVE);
  expect(labelNaming(author, nameOf)).toBe(shown);
});
