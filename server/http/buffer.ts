import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Writes an upload to a temporary file before it is read, because the reader holds database locks: a slow connection
 * must not prolong them. Deletes the file after reading.
 * @param readFile receives the file and the SHA-256 of its content in hexadecimal
 */
export async function buffered<T>(
  body: AsyncIterable<Uint8Array>,
  readFile: (file: Readable, sha256: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-upload-"));
  try {
    const path = join(folder, "file");
    const hash = createHash("sha256");
    await pipeline(Readable.from(hashed(body, hash)), createWriteStream(path, { mode: 0o600 }));
    const file = createReadStream(path);
    try {
      return await readFile(file, hash.digest("hex"));
    } finally {
      file.destroy();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}
