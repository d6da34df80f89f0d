import { expect, it } from "vitest";
import { createKeyGuard, isChangeAround, isForeignChange, KEY_GUARD_MS } from "./key-guard";

it("ignores presses for 600 ms after what the person did not cause, and never after their own move", () => {
  let now = 1_000;
  const guard = createKeyGuard(() => now);
  expect([KEY_GUARD_MS, guard.isBlocking()]).toEqual([600, false]);
  guard.changed();
  now += 599;
  expect(guard.isBlocking()).toBe(true);
  now += 1;
  expect(guard.isBlocking()).toBe(false);
  let decided = 0;
  const press = guard.guarded(() => {
    decided += 1;
  });
  guard.changed();
  press();
  guard.acted();
  press();
  expect([guard.isBlocking(), decided]).toEqual([false, 1]);
});

const row = (id: string, version = 1) => ({ id, version });
const nobody = new Set<string>();

it("tells what others did from what the person did", () => {
  const list = [row("a"), row("b")];
  expect(isForeignChange(list, [row("a"), row("b")], nobody, false)).toBe(false);
  expect(isForeignChange(list, [row("a")], nobody, false)).toBe(true);
  expect(isForeignChange(list, [row("a")], new Set(["b"]), false)).toBe(false);
  expect(isForeignChange(list, [row("a"), row("b", 2)], nobody, false)).toBe(true);
  expect(isForeignChange(list, [...list, row("c")], nobody, false)).toBe(true);
  expect(isForeignChange(list, [...list, row("c")], nobody, true)).toBe(false);
});

it("counts a change of the open entry and of the one after it, and none elsewhere", () => {
  const list = [row("a"), row("b"), row("c"), row("d")];
  const around = (
    after: ReturnType<typeof row>[],
    own: ReadonlySet<string> = nobody,
    open: string | null = "b",
  ) => isChangeAround(list, after, open, own);
  expect(around(list)).toBe(false);
  expect(around([row("b"), row("c")])).toBe(false);
  expect(around([row("a"), row("b"), row("c", 2), row("d", 2), row("e")])).toBe(false);
  expect(around([row("a"), row("c"), row("d")])).toBe(true);
  expect(around([row("a"), row("b", 2), row("c"), row("d")])).toBe(true);
  expect(around([row("a"), row("b"), row("d")])).toBe(true);
  expect(around([row("a"), row("b"), row("x"), row("c"), row("d")])).toBe(true);
  expect(around([row("a"), row("c"), row("d")], new Set(["b"]))).toBe(false);
  expect(around([row("a"), row("b"), row("d")], new Set(["c"]))).toBe(false);
  expect(around([row("a")], nobody, null)).toBe(false);
});
