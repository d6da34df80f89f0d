import { type Archive, brokenFile } from "./archive";
import { SharedTexts } from "./shared-texts";
import { readXml } from "./xml";

/** Reads the texts that the cells of a workbook name by number. */
export async function readTexts(archive: Archive, part: string): Promise<SharedTexts> {
  const texts = new SharedTexts();
  const reader = new RichText();
  let text = "";
  await readXml(archive.read(part, "table"), {
    open: (name) => {
      if (name === "si") text = "";
      reader.open(name);
    },
    text: (more) => {
      if (reader.isText) text = added(text, more);
    },
    close: (name) => {
      reader.close(name);
      if (name === "si") texts.add(unescaped(text));
    },
  });
  return texts;
}

/** Follows which texts of a string item are its own: those of its runs, without the phonetic ones of Japanese. */
export class RichText {
  private inText = false;
  private inPhonetic = false;

  get isText(): boolean {
    return this.inText && !this.inPhonetic;
  }

  open(name: string): void {
    if (name === "t") this.inText = true;
    if (name === "rPh") this.inPhonetic = true;
  }

  close(name: string): void {
    if (name === "t") this.inText = false;
    if (name === "rPh") this.inPhonetic = false;
  }
}

/** A cell has 32,767 characters at most in Excel, and 65,535 in other programs. */
const MAX_CELL = 65_535;

/** Returns a cell's text with more of it. @throws DomainError validation_error for more than a cell has */
export function added(text: string, more: string): string {
  if (text.length + more.length > MAX_CELL)
    throw brokenFile(new Error(`a cell has more than ${MAX_CELL} characters`));
  return text + more;
}

/** Returns a text with the characters that XML cannot hold, which are written as _x000D_. */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
