import { expect, it } from "vitest";
import { currentHref, type NavItem, splitForPhone } from "./navigation";

const item = (href: string, phone = false): NavItem => ({ href, label: href, icon: null, phone });
const ITEMS = [item("/w/a", true), item("/w/a/runs"), item("/w/a/settings"), item("/w/a/settings/keys")];

it("marks the page that is open, or the one it lies below", () => {
  expect(currentHref(ITEMS, "/w/a/runs/run_1", "/w/a")).toBe("/w/a/runs");
  expect(currentHref(ITEMS, "/w/a/settings/keys", "/w/a")).toBe("/w/a/settings/keys");
});

it("does not mark the overview on every page below it", () => {
  expect(currentHref(ITEMS, "/w/a", "/w/a")).toBe("/w/a");
  expect(currentHref(ITEMS, "/w/a/catalog", "/w/a")).toBeNull();
});

it("does not take one page for another whose name only begins alike", () => {
  expect(currentHref(ITEMS, "/w/a/runs-archive", "/w/a")).toBeNull();
});

it("gives a phone four places and keeps every other page reachable", () => {
  const many = Array.from({ length: 6 }, (_, index) => item(`/${index}`, index !== 1));
  const { bar, more } = splitForPhone(many);
  expect(bar.map(({ href }) => href)).toEqual(["/0", "/2", "/3", "/4"]);
  expect(more.map(({ href }) => href)).toEqual(["/1", "/5"]);
});
