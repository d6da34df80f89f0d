import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDelayedCalls, UNDO_MS } from "./delayed-calls";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scene() {
  const called: string[] = [];
  const refused: string[] = [];
  const gone: (string | number)[] = [];
  const reported: string[] = [];
  let notices = 0;
  const held = createDelayedCalls({
    showNotice: () => `notice ${(notices += 1)}`,
    removeNotice: (id) => gone.push(id),
    refused: (title) => refused.push(title),
    cannotUndo: (title, why) => reported.push([title, why].filter(Boolean).join(" ")),
  });
  const hold = (id: string, commit = () => Promise.resolve()) =>
    held.hold({
      id,
      title: "Snoozed",
      refusedTitle: "Not snoozed",
      commit: () => {
        called.push(id);
        return commit();
      },
    });
  return { held, hold, called, refused, gone, reported };
}

it("makes the call after five seconds, not before, and once", async () => {
  const { hold, called } = scene();
  hold("a");
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect(called).toEqual([]);
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(called).toEqual(["a"]);
});

it("undoes the latest without any call, and the row comes back", async () => {
  const { held, hold, called, gone } = scene();
  hold("a");
  hold("b");
  expect([...held.hidden()]).toEqual(["a", "b"]);
  expect(held.undoLast()).toBe(true);
  expect([...held.hidden()]).toEqual(["a"]);
  expect(gone).toEqual(["notice 2"]);
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(called).toEqual(["a"]);
  expect(held.undoLast()).toBe(false);
});

it("leaves out every row that a call changes, and brings all of them back", () => {
  const { held } = scene();
  held.hold({ id: "a", others: ["b", "c"], title: "", refusedTitle: "", commit: () => Promise.resolve() });
  expect([...held.hidden()]).toEqual(["a", "b", "c"]);
  held.undoLast();
  expect([...held.hidden()]).toEqual([]);
});

it("keeps the row away until the call was answered", async () => {
  const { held, hold } = scene();
  let respond = () => {};
  hold("a", () => new Promise<void>((resolve) => (respond = resolve)));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect([...held.hidden()]).toEqual(["a"]);
  respond();
  await vi.advanceTimersByTimeAsync(0);
  expect([...held.hidden()]).toEqual([]);
});

it("brings the row back and says so when the call is refused", async () => {
  const { held, hold, refused } = scene();
  hold("a", () => Promise.reject(new Error("conflict")));
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(refused).toEqual(["Not snoozed"]);
  expect([...held.hidden()]).toEqual([]);
});

it("makes every waiting call at once when the page is left", async () => {
  const { held, hold, called } = scene();
  hold("a");
  hold("b");
  void held.flush();
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(called).toEqual(["a", "b"]);
});

it("takes back what was sent, or says why not, and never an older decision in its place", async () => {
  const { held, hold, reported } = scene();
  const taken: string[] = [];
  const settle = held.sent({ title: "Lamp", takeBack: null, why: "Not answered yet." });
  expect(held.undoLast()).toBe(false);
  settle({ title: "Lamp", takeBack: () => taken.push("Lamp"), why: "" });
  hold("a");
  expect(held.undoLast()).toBe(true);
  hold("b");
  await vi.advanceTimersByTimeAsync(UNDO_MS);
  expect(held.undoLast()).toBe(false);
  expect([taken, reported]).toEqual([
    [],
    ["Lamp: not undone Not answered yet.", "Snoozed: not undone It is stored already."],
  ]);

  const other = scene();
  other.held.sent({ title: "Lamp", takeBack: () => taken.push("Lamp"), why: "" });
  expect([other.held.undoLast(), other.held.undoLast()]).toEqual([true, false]);
  other.held.sent({ title: "Tent", takeBack: () => taken.push("Tent"), why: "" });
  await vi.advanceTimersByTimeAsync(61_000);
  expect(other.held.undoLast()).toBe(false);
  expect(other.reported.splice(1)).toEqual([
    expect.stringContaining("Tent: not undone That was a while ago"),
  ]);
  expect([taken, other.reported]).toEqual([["Lamp"], ["Nothing to undo"]]);
});
