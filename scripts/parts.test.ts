import { expect, it } from "vitest";
import { runParts } from "./parts.mjs";

it("runs all parts when one fails, and reports each", async () => {
  const ran: string[] = [];
  const part = (name: string, problem?: Error) => ({
    name,
    work: async () => {
      ran.push(name);
      if (problem) throw problem;
    },
  });
  const { rows, failures } = await runParts([
    part("check", new Error("a lint error")),
    part("unit"),
    part("e2e", new Error("a red test")),
  ]);
  expect(ran).toEqual(["check", "unit", "e2e"]);
  expect(rows.map(({ name, result }) => [name, result])).toEqual([
    ["check", "failed"],
    ["unit", "ok"],
    ["e2e", "failed"],
  ]);
  expect(failures).toHaveLength(2);
  expect(failures[0]).toMatch(/^The part "check" failed: .*a lint error/);
});

it("runs as many at a time as it is told, and reports them in their order", async () => {
  let begin = (): void => undefined;
  const secondHasBegun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const { rows } = await runParts(
    [
      { name: "first", work: () => secondHasBegun },
      { name: "second", work: async () => begin() },
    ],
    { sideBySide: 2 },
  );
  expect(rows.map(({ name }) => name)).toEqual(["first", "second"]);
});
