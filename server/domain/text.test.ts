import { describe, expect, it } from "vitest";
import { isPlainCode, isPlainName, isReadable, readable } from "./text";

const quoted = (text: string): string => JSON.stringify(text);

describe("a text that people read", () => {
  it.each(["Tässli 🫖, groß\nzweite Zeile", "a\tb", "كوب 350 مل", "כוס\u200f!", ""])("may be %s", (text) => {
    expect(isReadable(text)).toBe(true);
    expect(readable(text)).toBe(text);
  });

  it.each([
    "a\u0000b",
    "a\u0007b",
    "\u001b[2Jgone",
    "a\u007fb",
    "a\u0085b",
    "gnp.\u202eexe",
    "\u2066a\u2069",
  ])("may not be %j", (text) => {
    expect(isReadable(text), quoted(text)).toBe(false);
    expect(isReadable(readable(text))).toBe(true);
  });
});

describe("a sku", () => {
  it.each(["MUG-350", "Größe 42/blau", "マグ", "a b"])("may be %s", (text) => {
    expect(isPlainCode(text)).toBe(true);
  });

  it.each([
    "MUG\n350",
    "MUG\t350",
    "MUG\u200b350",
    "MUG\u00ad350",
    "MUG\u0000",
    "\ufeffMUG",
    "MUG\u202e053",
    "می\u200cخواهم",
  ])("may not be %j", (text) => {
    expect(isPlainCode(text), quoted(text)).toBe(false);
  });
});

describe("a name", () => {
  it.each(["می\u200cخواهم", "क्\u200dष", "ශ්\u200dරී ලංකා", "Team 👩\u200d💻", "❤️\u200d🔥", "Größe 42"])(
    "may be %j",
    (text) => {
      expect(isPlainName(text)).toBe(true);
    },
  );

  it.each([
    "\u200d",
    "\u200c می",
    "می\u200c",
    "می\u200c\u200cخواهم",
    "می\u200c\u200dخواهم",
    "Mug\u200dShop",
    "👩\u200d",
    "👩\u200c💻",
    "Mug\u200bShop",
    "a\u202eb",
  ])("may not be %j, which reads like another or like nothing", (text) => {
    expect(isPlainName(text), quoted(text)).toBe(false);
  });
});
