import { describe, expect, it } from "vitest";
import { leavingNotice } from "./leaving-notice";

const left = { isChanged: true, isKept: true, before: "/w/ws_1/policy", after: "/w/ws_1/catalog" };

describe("whoever leaves a changed draft of the policy", () => {
  it("is told that it waits", () => {
    expect(leavingNotice(left)).toMatchObject({ detail: "Its draft waits on the policy page." });
  });

  it("is told that it is lost where the browser stores nothing", () => {
    expect(leavingNotice({ ...left, isKept: false })).toMatchObject({ tone: "bad" });
    expect(leavingNotice({ ...left, isKept: false })?.detail).toContain("lost");
  });

  it("is told nothing where nothing was changed, or the same page is drawn again", () => {
    expect(leavingNotice({ ...left, isChanged: false })).toBeNull();
    expect(leavingNotice({ ...left, after: left.before })).toBeNull();
  });
});
