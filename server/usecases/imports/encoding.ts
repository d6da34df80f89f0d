import { type Readable, Transform } from "node:stream";
import { unreadableFile } from "./unreadable-file";

/** Opens a file from its beginning; an import reads it more than once. */
export type ImportFile = () => Readable;

export const ENCODINGS = ["utf-8", "windows-1252"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How much of the beginning is kept, in bytes; header rows are shorter. */
const START_BYTES = 256 * 1024;
const UTF16_MARKS = ["fffe", "feff"];
/** Bytes to which Windows-1252 assigns no character, and the byte 0, which no text contains. */
const NOT_IN_1252: ReadonlySet<number> = new Set([0x00, 0x81, 0x8d, 0x8f, 0x90, 0x9d]);

const SAVE_AGAIN = "Save it as CSV UTF-8 and send it again.";

/**
 * Reads a whole file once and returns its encoding with the text of its beginning. Whatever is not UTF-8 and has only
 * bytes of Windows-1252 is taken for that.
 * @throws DomainError validation_error for a spreadsheet, UTF-16 and anything that is no text
 */
export async function encodingOf(file: ImportFile): Promise<{ encoding: Encoding; start: string }> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  let start: Buffer = Buffer.alloc(0);
  for await (const bytes of pieces(file)) {
    if (start.length < START_BYTES) {
      start = Buffer.concat([start, bytes.subarray(0, START_BYTES - start.length)]);
      refuseOthers(start);
    }
    isUtf8 &&= decodes(() => utf8.decode(bytes, { stream: true }));
    if (!isUtf8 && start.length === START_BYTES) break;
  }
  isUtf8 &&= decodes(() => utf8.decode());
  if (!isUtf8) await require1252(file);
  const encoding = isUtf8 ? "utf-8" : "windows-1252";
  return { encoding, start: new TextDecoder(encoding).decode(start) };
}

async function* pieces(file: ImportFile): AsyncGenerator<Buffer> {
  const stream = file();
  try {
    for await (const piece of stream as AsyncIterable<Buffer | string>)
      yield typeof piece === "string" ? Buffer.from(piece) : piece;
  } finally {
    stream.destroy();
  }
}

async function require1252(file: ImportFile): Promise<void> {
  for await (const bytes of pieces(file))
    if (bytes.some((byte) => NOT_IN_1252.has(byte)))
      throw unreadableFile(`The file is neither UTF-8 nor Windows-1252. ${SAVE_AGAIN}`);
}

function refuseOthers(start: Buffer): void {
  const mark = start.subarray(0, 2).toString("hex");
  if (mark === "504b")
    throw unreadableFile(`The file is a spreadsheet (xlsx) or an archive, not CSV. ${SAVE_AGAIN}`);
  if (UTF16_MARKS.includes(mark)) throw unreadableFile(`The file is not UTF-8 but UTF-16. ${SAVE_AGAIN}`);
}

function decodes(decode: () => unknown): boolean {
  try {
    decode();
    return true;
  } catch {
    return false;
  }
}

/** Passes the file on in UTF-8; rejects bytes that the encoding does not have, so that no letter is damaged. */
export function toUtf8(encoding: Encoding): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const decoded = (done: (error: Error | null, text?: string) => void, decode: () => string) => {
    try {
      done(null, decode());
    } catch (cause) {
      done(unreadableFile(`The file is not ${encoding.toUpperCase()}. ${SAVE_AGAIN}`, cause));
    }
  };
  return new Transform({
    transform: (chunk: Uint8Array, _encoding, done) =>
      decoded(done, () => decoder.decode(chunk, { stream: true })),
    flush: (done) => decoded(done, () => decoder.decode()),
  });
}
