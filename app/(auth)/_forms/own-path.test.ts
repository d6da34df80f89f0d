import { expect, it } from "vitest";
import { ownPath } from "./safe-path";

it("leads back to a page of this site with its filters", () => {
  expect(ownPath("/w/ws_1/approvals?why=floor#top")).toBe("/w/ws_1/approvals?why=floor#top");
});

it("never leads to another site", () => {
  const hostile = [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example/sign-in",
    "/x/..//evil.example",
    "javascript:alert(1)",
  ];
  expect(hostile.map(ownPath)).toEqual(hostile.map(() => "/"));
});

it("leads to the first page without an address", () => {
  expect([null, undefined, "", "w/ws_1"].map(ownPath)).toEqual(["/", "/", "/", "/"]);
});
