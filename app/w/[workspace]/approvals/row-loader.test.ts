import { expect, it } from "vitest";
import { createRowLoader } from "./row-loader";

it("asks once for the rows of a moment, in parts of at most so many", async () => {
  const asked: (readonly string[])[] = [];
  const { load } = createRowLoader(async (ids) => {
    asked.push(ids);
    return ids.map((id) => ({ id }));
  }, 2);
  const rows = await Promise.all(["a", "b", "c"].map((id) => load(id)));
  expect(rows.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect(asked).toEqual([["a", "b"], ["c"]]);
});

it("refuses a row that does not exist, and those of a part that failed", async () => {
  const missing = createRowLoader(async () => [] as { id: string }[], 10);
  await expect(missing.load("a")).rejects.toThrow("there is no row a");
  const broken = createRowLoader<{ id: string }>(async () => {
    throw new Error("no connection");
  }, 10);
  await expect(Promise.allSettled([broken.load("a"), broken.load("b")])).resolves.toMatchObject([
    { status: "rejected" },
    { status: "rejected" },
  ]);
});
