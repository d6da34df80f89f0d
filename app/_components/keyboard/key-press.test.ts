import { expect, it } from "vitest";
import { keyName, mayAct } from "./key-press";

const press = (key: string, change = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...change,
});

const QUIET_PAGE = { querySelector: () => null };

it("takes a letter the same with and without shift", () => {
  expect([keyName({ key: "A" }), keyName({ key: "Enter" })]).toEqual(["a", "Enter"]);
});

it("leaves every combination with a modifier to the browser", () => {
  expect(mayAct(press("a"), null, QUIET_PAGE)).toBe(true);
  for (const modifier of ["ctrlKey", "metaKey", "altKey", "isComposing", "defaultPrevented"]) {
    expect(mayAct(press("a", { [modifier]: true }), null, QUIET_PAGE)).toBe(false);
  }
});

it("does nothing while a dialog is open above the page", () => {
  expect(mayAct(press("a"), null, { querySelector: (selector: string) => selector })).toBe(false);
});

const inside = (...tags: string[]) => ({
  closest: (selector: string) =>
    tags.some((tag) => selector.split(", ").some((part) => part.startsWith(tag))),
});

it("does nothing while someone types", () => {
  expect(mayAct(press("a"), inside("textarea"), QUIET_PAGE)).toBe(false);
});

it("leaves Enter and Space to the button that has the focus, but not letters", () => {
  expect(mayAct(press("Enter"), inside("button"), QUIET_PAGE)).toBe(false);
  expect(mayAct(press(" "), inside("button"), QUIET_PAGE)).toBe(false);
  expect(mayAct(press("a"), inside("button"), QUIET_PAGE)).toBe(true);
});
