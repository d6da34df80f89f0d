/** The encodings that files are read in, by the names that `TextDecoder` has for them. */
export const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "shift_jis",
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Encodings with one byte a character; what `TextDecoder` reads as a control character is a byte that they lack. */
export const SINGLE_BYTE: ReadonlySet<Encoding> = new Set(["windows-1252", "windows-1250", "iso-8859-2"]);

/**
 * Decodes bytes; those that the encoding does not have become U+FFFD. It decodes as from a stream: told that the bytes
 * are all, `TextDecoder` of some versions of Node reads Windows-1252 as ISO 8859-1.
 */
export function decodedBytes(bytes: Uint8Array, encoding: Encoding): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
