import { Parser } from "htmlparser2";

/** Returns the text of a name, which a shop keeps as HTML: without its tags, and with its entities decoded. */
export function plainText(html: string): string {
  let text = "";
  const parser = new Parser({
    ontext: (part) => {
      text += part;
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, " ").trim();
}
