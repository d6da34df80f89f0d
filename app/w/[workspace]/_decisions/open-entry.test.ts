import { expect, it } from "vitest";
import { entryStatusOf, nextOpenEntry, withOpenEntry } from "./open-entry";

const row = (id: string, version = 1) => ({ id, version });
const [a, b, c] = [row("a"), row("b"), row("c")];

it("stays on what was opened when somebody else decides it, in its place in the list", () => {
  const held = nextOpenEntry(null, "b", [a, b, c]);
  const after = [a, c];
  const still = nextOpenEntry(held, "b", after);
  expect(still).toBe(held);
  expect(still && entryStatusOf(still, undefined, false)).toBe("left");
  expect(withOpenEntry(after, still, b).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(withOpenEntry([c], still, b).map(({ id }) => id)).toEqual(["b", "c"]);
  expect(withOpenEntry([], still, b).map(({ id }) => id)).toEqual(["b"]);
});

it("notices that the figures moved on since it was opened, until it is opened again", () => {
  const moved = row("b", 2);
  const held = nextOpenEntry(nextOpenEntry(null, "b", [a, b]), "b", [a, moved]);
  expect(held && entryStatusOf(held, moved, false)).toBe("changed");
  const other = nextOpenEntry(held, "a", [a, moved]);
  const again = nextOpenEntry(other, "b", [a, moved]);
  expect(again && entryStatusOf(again, moved, false)).toBe("waiting");
});

it("takes an entry that was opened by its address for waiting where it still waits", () => {
  const held = nextOpenEntry(null, "z", [a]);
  expect(held && entryStatusOf(held, undefined, true)).toBe("waiting");
  expect(held && entryStatusOf(held, undefined, false)).toBe("left");
});
