import { expect, it } from "vitest";
import { changedFields } from "./changed-fields";

it("shows what differs, and what was not there before", () => {
  expect(
    changedFields('{"plan":"max","name":"A","seats":[1]}', '{"plan":"pro","name":"A","note":null}'),
  ).toEqual([
    { name: "note", before: null, after: "null" },
    { name: "plan", before: "max", after: "pro" },
    { name: "seats", before: "[1]", after: null },
  ]);
});

it("shows the whole of what is new or gone", () => {
  expect(changedFields(null, '{"role":"viewer"}')).toEqual([{ name: "role", before: null, after: "viewer" }]);
  expect(changedFields('"once"', null)).toEqual([{ name: "", before: "once", after: null }]);
  expect(changedFields(null, null)).toEqual([]);
});
