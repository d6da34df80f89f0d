import { expect, it } from "vitest";
import { laneSentence } from "./lane-text";

it("says of a lane that it decides in agents' runs too, and of others nothing", () => {
  const lane = { name: "Small", decided_by: "automatic", a_day: { items: "0.2" } } as const;
  expect(laneSentence({ ...lane, agents_runs: true }, "EUR")).toMatch(
    /, also in runs that an agent started or scheduled$/,
  );
  expect(laneSentence({ ...lane, agents_runs: false }, "EUR")).toBe(laneSentence(lane, "EUR"));
});
