import { expect, it } from "vitest";
import { type Command, matchCommands } from "./command-match";

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
