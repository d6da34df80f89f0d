import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keptChoices, saysAnything } from "./kept-choices";

const storage = () => {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  };
};
const file = (name: string, size = 100) => ({ name, size }) as File;
const COLUMNS = ["Nr", "EK brutto"];
const CHOICES = { map: { sku: "Nr", cost: "EK brutto" }, decimal: "comma" } as const;
const kept = keptChoices("ws_1.items");

let browser: { localStorage: unknown; sessionStorage: unknown };
beforeEach(() => {
  browser = { localStorage: storage(), sessionStorage: storage() };
  vi.stubGlobal("window", browser);
});
afterEach(() => vi.unstubAllGlobals());

describe("what a person said about a file", () => {
  it("is known again after a reload", () => {
    kept.keep(file("list.csv"), COLUMNS, CHOICES);
    expect(kept.of(file("list.csv"), COLUMNS)).toEqual(CHOICES);
    const place = { map: CHOICES.map, sheet: "Liste", header_row: 4 };
    kept.keep(file("list.xlsx"), COLUMNS, place);
    expect(kept.of(file("list.xlsx"), COLUMNS)).toEqual(place);
  });

  it("maps later files with that header, and says nothing about their amounts", () => {
    kept.keep(file("list.csv"), COLUMNS, CHOICES);
    expect(kept.of(file("next.csv"), COLUMNS)).toEqual({ map: CHOICES.map });
    expect(kept.of(file("list.csv", 101), COLUMNS)).toEqual({ map: CHOICES.map });
    browser.sessionStorage = storage();
    expect(kept.of(file("list.csv"), COLUMNS)).toEqual({ map: CHOICES.map });
  });

  it("is not said of another header, kind or workspace", () => {
    kept.keep(file("list.csv"), COLUMNS, CHOICES);
    expect(saysAnything(kept.of(file("other.csv"), ["Nr", "VK"]))).toBe(false);
    expect(saysAnything(keptChoices("ws_2.items").of(file("list.csv"), COLUMNS))).toBe(false);
  });

  it("is forgotten, and nothing breaks, where the browser stores nothing or something else", () => {
    browser.localStorage = { getItem: () => "{", setItem: () => expect.fail("the storage is full") };
    kept.keep(file("list.csv"), COLUMNS, CHOICES);
    expect(kept.of(file("next.csv"), COLUMNS)).toEqual({ map: {} });
  });
});
