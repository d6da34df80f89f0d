import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** An upload in a temporary file. */
export interface BufferedFile {
  /** Opens the file from its beginning. */
  readonly open: () => Readable;
  /** SHA-256 of its content in hexadecimal. */
  readonly sha256: string;
  readonly delete: () => Promise<void>;
}

/**
 * Writes an upload to a temporary file before it is read, because the reader holds database locks: a slow connection
 * must not prolong them. The caller deletes the file; a body that fails leaves none.
 */
export async function bufferFile(body: AsyncIterable<Uint8Array>): Promise<BufferedFile> {
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-upload-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "file");
    const hash = createHash("sha256");
    await pipeline(Readable.from(hashed(body, hash)), createWriteStream(path, { mode: 0o600 }));
    return { open: () => createReadStream(path), sha256: hash.digest("hex"), delete: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}
