import { expect, it } from "vitest";
import { ID_PREFIX } from "./ids";

it("an id names its kind: no two kinds have the same prefix", () => {
  const prefixes = Object.values(ID_PREFIX);
  expect(prefixes.filter((prefix, place) => prefixes.indexOf(prefix) !== place)).toEqual([]);
  expect(prefixes.filter((prefix) => !/^[a-z]{2,4}$/.test(prefix))).toEqual([]);
});
