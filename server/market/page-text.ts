const SNIFFED_BYTES = 2_048;
const DECLARED = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w:.-]{2,40})/i;

/**
 * Decodes a page's text: by its byte order mark, the charset of its Content-Type, the one declared in its head, else
 * UTF-8. Undecodable bytes become replacement characters, as in a browser.
 */
export function pageText(body: Uint8Array, contentType: string | null): string {
  const named = /charset\s*=\s*["']?([\w:.-]{2,40})/i.exec(contentType ?? "")?.[1];
  const head = Buffer.from(body.subarray(0, SNIFFED_BYTES)).toString("latin1");
  for (const label of [markOf(body), named, DECLARED.exec(head)?.[1]]) {
    const decoder = label && decoderOf(label);
    if (decoder) return decoder.encoding === "windows-1252" ? windows1252(body) : decoder.decode(body);
  }
  return new TextDecoder().decode(body);
}

/** 0x80 to 0x9f, which Windows uses for characters and other Latin charsets for control characters. */
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Some releases of Node decode this charset as ISO 8859-1, which loses the euro sign. */
const windows1252 = (body: Uint8Array): string =>
  Buffer.from(body)
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (control) => WINDOWS[control.charCodeAt(0) - 0x80] ?? control);

function markOf(body: Uint8Array): string | undefined {
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? "utf-8" : undefined;
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
