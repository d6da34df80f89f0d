import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
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

/** Followed by the number of the process, so that the next start knows whose folder it is. */
const FOLDER_OF_HOST = `pricecheck-upload-${hostname().replace(/[^\w.-]/g, "")}-`;

/**
 * Writes an upload to a temporary file before it is read, because the reader holds database locks: a slow connection
 * must not prolong them. The caller deletes the file; a body that fails leaves none.
 */
export async function bufferFile(body: AsyncIterable<Uint8Array>): Promise<BufferedFile> {
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER_OF_HOST}${process.pid}-`));
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

/**
 * Deletes the uploads that processes of this host left behind when they were killed. Call it before the first upload
 * of this process: a folder with its own number is then of an earlier process. What cannot be deleted stays.
 */
export async function deleteLeftUploads(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(FOLDER_OF_HOST)) continue;
    const pid = Number(/^(\d+)-\w+$/.exec(name.slice(FOLDER_OF_HOST.length))?.[1]);
    const path = join(tmpdir(), name);
    if (pid > 0 && !isOtherProcess(pid) && (await isOwnFolder(path)))
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Whether another process of that number runs; one that belongs to another user cannot be asked, but runs. */
function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/** Whether the path is a folder of this user's: anybody may choose names in the folder of temporary files. */
async function isOwnFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isDirectory() === true && stats.uid === process.getuid?.();
}
