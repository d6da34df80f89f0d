import { describe, expect, it } from "vitest";
import { jsonPlaces, lineAt, lineOfPath } from "./json-places";

const TEXT = `{
  "defaults": {
    "constraints": { "margin_floor": "0.2" }
  },
  "scopes": [
    { "name": "One" },
    { "name": "Two",
      "match": { "tags": [1, true, null, -2.5e3, "a\\"}\\u00e9"] } }
  ]
}`;

describe("the places of a JSON text", () => {
  it("are the lines of its values, in lists by their index", () => {
    const places = jsonPlaces(TEXT);
    expect(places.brokenAt).toBeNull();
    const line = (path: string) => lineOfPath(TEXT, places, path).line;
    expect(
      ["defaults.constraints.margin_floor", "scopes.0.name", "scopes.1", "scopes.1.match.tags.4"].map(line),
    ).toEqual([3, 6, 7, 8]);
  });

  it("are those of the nearest value around one that is left out", () => {
    const places = jsonPlaces(TEXT);
    expect(lineOfPath(TEXT, places, "scopes.1.match.price_from.amount").line).toBe(8);
    expect(lineOfPath(TEXT, places, "lanes.3").line).toBe(1);
  });

  it("are the whole line, to be selected", () => {
    const { from, to } = lineOfPath(TEXT, jsonPlaces(TEXT), "scopes.0.name");
    expect(TEXT.slice(from, to)).toBe('    { "name": "One" },');
  });

  it.each([
    ['{\n "a": 1,\n}', 3],
    ['{ "a": 1\n "b": 2 }', 2],
    ['{\n\n "a": nil }', 3],
    ['{ "a": [1, 2', 1],
    ['{ "a": "x\ny" }', 1],
    ["{}\n{}", 2],
    ["", 1],
  ])("tell where %j stops being JSON", (text, line) => {
    const { brokenAt } = jsonPlaces(text);
    expect(() => JSON.parse(text)).toThrow();
    expect(brokenAt).not.toBeNull();
    expect(lineAt(text, brokenAt ?? 0).line).toBe(line);
  });
});
