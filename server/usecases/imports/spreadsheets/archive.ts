import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { DomainError } from "@/server/domain/errors";
import type { ImportFile } from "../encoding";
import { unreadableFile } from "../unreadable-file";

/** Spreadsheets with pictures have some hundred parts. */
const MAX_PARTS = 10_000;
/** A sheet of 300,000 rows and 25 columns takes about half of it. */
const MAX_TABLE_BYTES = 1024 * 1024 * 1024;
/** What describes a table: its sheets, formats and the like. */
const MAX_DESCRIPTION_BYTES = 32 * 1024 * 1024;
/** The tables of shops shrink to a tenth, or a fiftieth where most cells are alike. */
const MAX_RATIO = 250;
/** Smaller parts may shrink as they like. */
const RATIO_FROM_BYTES = 16 * 1024 * 1024;

const SEND_AGAIN = "Open it in a spreadsheet program, save it again and send that.";

const MAX_BYTES = { table: MAX_TABLE_BYTES, description: MAX_DESCRIPTION_BYTES } as const;
type PartKind = keyof typeof MAX_BYTES;

/** The parts of a ZIP archive. */
export interface Archive {
  /** Whether there is such a part; capitals do not matter. */
  has(name: string): boolean;
  /**
   * Streams a part that holds a table, or describes one.
   * @throws DomainError validation_error for a part that is not there, unpacks to more than a spreadsheet has, is
   *   encrypted, or is not what its checksum says
   */
  read(name: string, kind: PartKind): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Opens an archive, whose directory stands at its end, by a copy without a name: nothing of it stays behind whatever
 * becomes of the process.
 * @throws DomainError validation_error for a broken archive
 */
export async function openArchive(file: ImportFile): Promise<Archive> {
  const copy = await copyOf(file);
  try {
    const zip = await fromFdPromise(copy.fd, { autoClose: false });
    const parts = await partsOf(zip);
    return {
      has: (name) => parts.has(name.toLowerCase()),
      read: (name, kind) => {
        const part = parts.get(name.toLowerCase());
        if (part === undefined) throw brokenFile(new Error(`it lacks ${name}`));
        requireBounded(part, kind);
        return contentOf(zip, part);
      },
      close: () => copy.close(),
    };
  } catch (error) {
    await copy.close();
    throw brokenFile(error);
  }
}

async function copyOf(file: ImportFile) {
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-spreadsheet-"));
  const copy = await open(join(folder, "file"), "wx+", 0o600).finally(() =>
    rm(folder, { recursive: true, force: true }),
  );
  const stream = file();
  try {
    await copy.writeFile(stream);
    return copy;
  } catch (error) {
    await copy.close();
    throw error;
  } finally {
    stream.destroy();
  }
}

async function partsOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_PARTS) throw unreadableFile(`The file has more than ${MAX_PARTS} parts.`);
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (parts.has(name)) throw new Error(`it has ${entry.fileName} twice`);
    parts.set(name, entry);
  }
  return parts;
}

async function* contentOf(zip: ZipFile, part: Entry): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  try {
    const stream = await zip.openReadStreamPromise(part);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw brokenFile(error);
  }
  if (checksum !== part.crc32) throw brokenFile(new Error(`${part.fileName} is damaged`));
}

/** The size that the directory states is held to while the part is read. */
function requireBounded(part: Entry, kind: PartKind): void {
  const { compressedSize, uncompressedSize } = part;
  if (part.isEncrypted()) throw protectedFile();
  const isBomb = uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > MAX_RATIO * compressedSize;
  if (isBomb || uncompressedSize > MAX_BYTES[kind])
    throw unreadableFile(
      `The file unpacks to more than a table has: ${Math.round(uncompressedSize / 1e6)} MB. Save the table as CSV and send that.`,
    );
}

/** Builds the error of a file that needs a password. */
export const protectedFile = () =>
  unreadableFile("The file is protected by a password. Save it without one and send it again.");

/** Returns the error of a file that is broken; one that says what is wrong with it is returned as it is. */
export function brokenFile(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const reason = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
  return unreadableFile(`The file is broken: ${reason}. ${SEND_AGAIN}`, error);
}
