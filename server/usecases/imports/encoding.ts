import type { Readable } from "node:stream";
import { EncodingEvidence, utf16Of } from "@/server/domain/imports/csv/encoding-evidence";
import { decodedBytes, type Encoding, SINGLE_BYTE } from "@/server/domain/imports/csv/encodings";
import { requireKnownKind } from "./file-kind";
import { unreadableFile } from "./unreadable-file";

/** Opens a file from its beginning; an import reads it more than once. */
export type ImportFile = () => Readable;

/** How much of the beginning is kept, in bytes; header rows are shorter. */
const START_BYTES = 256 * 1024;
/** The parser reads a whole piece before the first row of it is taken. */
const PIECE_BYTES = 8 * 1024;

const SAVE_AGAIN = "Save it as CSV UTF-8 and send it again.";

/** The beginning of a file, before it is known how its cells are read. */
export type Beginning = { readonly kind: "archive" } | TextBeginning;

export interface TextBeginning {
  readonly kind: "text";
  readonly encoding: Encoding;
  /** Whether other encodings would give other letters, so that a person has to look at them. */
  readonly isGuess: boolean;
  readonly text: string;
  /** Whether the text is the whole file. */
  readonly isWhole: boolean;
}

/**
 * Reads a whole file once, unless it is an archive as spreadsheets are, and returns the encoding of its text: UTF-8, or
 * UTF-16, which shows; else the likeliest one.
 * @param chosen the encoding that a person names
 * @throws DomainError validation_error for a file of another kind, and for one whose bytes are of no known encoding
 */
export async function beginningOf(file: ImportFile, chosen?: Encoding): Promise<Beginning> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  let start: Buffer = Buffer.alloc(0);
  let size = 0;
  for await (const bytes of pieces(file)) {
    size += bytes.length;
    if (start.length < START_BYTES)
      start = Buffer.concat([start, bytes.subarray(0, START_BYTES - start.length)]);
    if (isArchive(start)) return { kind: "archive" };
    isUtf8 &&= decodes(() => utf8.decode(bytes, { stream: true }));
    if (start.length === START_BYTES && (!isUtf8 || utf16Of(start) !== null)) break;
  }
  requireKnownKind(start);
  isUtf8 &&= decodes(() => utf8.decode());
  const found = utf16Of(start) ?? (isUtf8 ? "utf-8" : null);
  const encoding = chosen ?? found ?? (await likeliest(file));
  return {
    kind: "text",
    encoding,
    isGuess: chosen === undefined && found === null,
    text: decodedBytes(start, encoding),
    isWhole: size === start.length,
  };
}

/** Whether the file begins as ZIP archives do, with a file or, empty, with its end. */
const isArchive = (start: Buffer): boolean =>
  ["504b0304", "504b0506"].includes(start.subarray(0, 4).toString("hex"));

async function* pieces(file: ImportFile): AsyncGenerator<Buffer> {
  const stream = file();
  try {
    for await (const piece of stream as AsyncIterable<Buffer | string>)
      yield typeof piece === "string" ? Buffer.from(piece) : piece;
  } finally {
    stream.destroy();
  }
}

async function likeliest(file: ImportFile): Promise<Encoding> {
  const evidence = new EncodingEvidence();
  for await (const bytes of pieces(file)) evidence.add(bytes);
  const encoding = evidence.likeliest();
  if (encoding === null)
    throw unreadableFile(`The file is neither UTF-8 nor text in an encoding we know. ${SAVE_AGAIN}`);
  return encoding;
}

function decodes(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/** Control characters to which encodings with one byte a character assign no byte of text. */
const UNASSIGNED = /[\u0080-\u009F]/;

/**
 * Reads a file as text, in small pieces, without its byte order mark.
 * @throws DomainError validation_error for bytes that the encoding does not have, so that no letter is damaged
 */
export async function* decodedText(file: ImportFile, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = (bytes?: Uint8Array): string => {
    try {
      const text = decoder.decode(bytes, { stream: bytes !== undefined });
      if (!SINGLE_BYTE.has(encoding) || !UNASSIGNED.test(text)) return text;
    } catch (cause) {
      throw otherEncoding(encoding, cause);
    }
    throw otherEncoding(encoding);
  };
  for await (const bytes of pieces(file))
    for (let from = 0; from < bytes.length; from += PIECE_BYTES)
      yield decoded(bytes.subarray(from, from + PIECE_BYTES));
  yield decoded();
}

const otherEncoding = (encoding: Encoding, cause?: unknown) =>
  unreadableFile(`The file is not ${encoding.toUpperCase()}. ${SAVE_AGAIN}`, cause);
