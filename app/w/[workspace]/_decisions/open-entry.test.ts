import { expect, it } from "vitest";
import { heldNow, standingOf, withOpen } from "./open-entry";

const row = (id: string, version = 1) => ({ id, version });
const [a, b, c] = [row("a"), row("b"), row("c")];

it("stays on what was opened when somebody else decides it, in its place in the list", () => {
  const held = heldNow(null, "b", [a, b, c]);
  const after = [a, c];
  const still = heldNow(held, "b", after);
  expect(still).toBe(held);
  expect(still && standingOf(still, undefined, false)).toBe("left");
  expect(withOpen(after, still, b).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(withOpen([c], still, b).map(({ id }) => id)).toEqual(["b", "c"]);
  expect(withOpen([], still, b).map(({ id }) => id)).toEqual(["b"]);
});

it("notices that the figures moved on since it was opened, until it is opened again", () => {
  const moved = row("b", 2);
  const held = heldNow(heldNow(null, "b", [a, b]), "b", [a, moved]);
  expect(held && standingOf(held, moved, false)).toBe("changed");
  const other = heldNow(held, "a", [a, moved]);
  const again = heldNow(other, "b", [a, moved]);
  expect(again && standingOf(again, moved, false)).toBe("waiting");
});

it("takes an entry that was opened by its address for waiting where it still waits", () => {
  const held = heldNow(null, "z", [a]);
  expect(held && standingOf(held, undefined, true)).toBe("waiting");
  expect(held && standingOf(held, undefined, false)).toBe("left");
});
