import { describe, expect, it } from "vitest";
import {
  answerText,
  attemptsText,
  deliveryState,
  kindsText,
  nameOf,
  reloadAfterMs,
  stateText,
} from "./webhook-text";

describe("a webhook", () => {
  it("is named by its description, else by its address", () => {
    expect(nameOf({ description: "Warehouse", url: "https://a.example/hook" })).toBe("Warehouse");
    expect(nameOf({ description: " ", url: "https://a.example/hook" })).toBe("a.example/hook");
    expect(nameOf({ description: null, url: "http://a.example:8080/" })).toBe("a.example:8080/");
  });

  it.each([
    [{ status: "disabled", failing_since: "2026-11-20T08:00:00Z", last_success_at: null }, "Disabled"],
    [{ status: "enabled", failing_since: "2026-11-20T08:00:00Z", last_success_at: null }, "Failing"],
    [{ status: "enabled", failing_since: null, last_success_at: null }, "Nothing sent yet"],
    [{ status: "enabled", failing_since: null, last_success_at: "2026-11-20T08:00:00Z" }, "Working"],
  ] as const)("shows the state %o as %s", (state, label) => {
    expect(stateText(state).label).toBe(label);
  });

  it.each([
    [[], "Every kind"],
    [["run.finished"], "Run finished"],
    [["of.tomorrow"], "of.tomorrow"],
    [["run.finished", "alert.raised"], "2 kinds"],
  ])("shows the kinds %o as %s", (kinds, text) => {
    expect(kindsText(kinds)).toBe(text);
  });
});

describe("a delivery", () => {
  it.each([
    ["pending", 0, "Waiting"],
    ["pending", 2, "Retrying"],
    ["delivered", 3, "Delivered"],
    ["given_up", 10, "Given up"],
  ] as const)("shows the status %s after %i attempts as %s", (status, attempts, label) => {
    expect(deliveryState({ status, attempts }).label).toBe(label);
  });

  it("shows the status of its answer, or why there was none", () => {
    expect(answerText({ response: { status: 503, body: null }, error: "The receiver answered 503." })).toBe(
      "503",
    );
    expect(answerText({ response: null, error: "The connection failed or broke." })).toBe(
      "The connection failed or broke.",
    );
    expect(answerText({ response: null, error: null })).toBeNull();
  });

  it("shows how often it was tried and sent again", () => {
    expect([0, 1, 2].map((replays) => attemptsText({ attempts: 3, replays }))).toEqual([
      "3",
      "3, sent again once",
      "3, sent again 2 times",
    ]);
  });

  it("is followed closely when it is due soon", () => {
    const now = Date.parse("2026-11-20T08:00:00Z");
    const next = (at: string | null) => reloadAfterMs([{ next_attempt_at: at }], now);
    expect(next("2026-11-20T08:00:05Z")).toBeLessThan(next("2026-11-20T08:30:00Z"));
    expect(next("2026-11-20T07:59:00Z")).toBe(next("2026-11-20T08:00:05Z"));
    expect(next(null)).toBe(next("2026-11-20T08:30:00Z"));
  });
});
