import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A disk in memory that can be full. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes a file until there is no space left. */
  readonly fill: () => Promise<void>;
  /** Deletes that file. */
  readonly free: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

const MEGABYTES = 700;
const CHUNK = Buffer.alloc(256 * 1024, 1);
const run = promisify(execFile);

/** Mounts a small disk; null where this machine does not allow it. */
export async function mountSmallDisk(): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-disk-"));
  const ballast = join(folder, "ballast");
  const mounted = await run("mount", [
    "-t",
    "tmpfs",
    "-o",
    `size=${MEGABYTES}m,mode=755`,
    "tmpfs",
    folder,
  ]).then(
    () => true,
    () => false,
  );
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (!mounted) {
    await removeFolder();
    return null;
  }
  return {
    folder,
    fill: () => fill(ballast),
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      await run("umount", [folder]);
      await removeFolder();
    },
  };
}

/** Also the last bytes, which a chunk is too large for. */
async function fill(ballast: string): Promise<void> {
  const file = await open(ballast, "w");
  try {
    for (let size = CHUNK.length; size > 0; )
      await file.write(CHUNK, 0, size).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOSPC") throw error;
        size = Math.floor(size / 2);
      });
  } finally {
    await file.close();
  }
}
