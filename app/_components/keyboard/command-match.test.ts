import { describe, expect, it } from "vitest";
import { type Command, destinationId, matchCommands, paletteCommands } from "./command-match";

const command = (label: string, detail?: string): Command => ({
  id: label,
  label,
  detail,
  group: "Go to",
  run: () => {},
});
const COMMANDS = [
  command("Recommendations"),
  command("Approvals", "12 waiting"),
  command("API keys", "Settings"),
];
const labels = (query: string) => matchCommands(COMMANDS, query).map((found) => found.label);

it("offers everything before anything is typed", () => {
  expect(labels("  ")).toHaveLength(3);
});

it("finds words in any order and letter case, in the label or beside it", () => {
  expect(labels("KEYS api")).toEqual(["API keys"]);
  expect(labels("settings keys")).toEqual(["API keys"]);
  expect(labels("invoice keys")).toEqual([]);
});

it("puts what begins with the words typed first", () => {
  expect(labels("ap")).toEqual(["Approvals", "API keys"]);
  expect(labels("a").slice(0, 2)).toEqual(["Approvals", "API keys"]);
});

it("keeps apart two names of one address, which would else stay on the list whatever is typed", () => {
  const ids = ["Reports", "Export a report"].map((label) => destinationId({ href: "/reports", label }));
  expect(new Set(ids).size).toBe(2);
});

describe("what the palette shows", () => {
  const command = (id: string, label: string) => ({ id, label, group: "Go to", run: () => undefined });
  const labels = (commands: readonly { label: string }[]) => commands.map(({ label }) => label);

  it("is what is known at once, then what was found for the very text, whatever it is called", () => {
    const found = { text: "cup", commands: [command("b", "MUG-350")] };
    expect(labels(paletteCommands([command("a", "Cups"), command("c", "Runs")], found, "cup"))).toEqual([
      "Cups",
      "MUG-350",
    ]);
  });

  it("keeps of an answer to an earlier text only what contains the present one", () => {
    const found = { text: "cu", commands: [command("b", "Cup"), command("c", "Cube")] };
    expect(labels(paletteCommands([], found, "cub"))).toEqual(["Cube"]);
  });

  it("shows nothing twice", () => {
    const found = { text: "", commands: [command("a", "Run")] };
    expect(labels(paletteCommands([command("a", "Run")], found, ""))).toEqual(["Run"]);
  });
});
