import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { decodeEvent, encodeEvent, type StoredEvent } from "@/server/stores/sandbox/events";

export type Journal = {
  /** The events in the file when it was opened, oldest first. */
  readonly events: readonly StoredEvent[];
  /** Resolves once all events are on the disk; after a crash possibly only a first part of them is. */
  readonly append: (events: readonly StoredEvent[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Opens an append-only file of events, one JSON object per line. A last line without its line break is a write that a
 * crash interrupted before its caller got an answer: it is cut off. Any other unreadable line throws.
 */
export async function openJournal(path: string): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const bytes = await file.readFile();
  let end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) await file.truncate(end);
  await syncFolder(dirname(path));
  const text = bytes.subarray(0, end).toString("utf8");
  const events = text.split("\n").filter(Boolean).map(decodeEvent);
  return {
    events,
    append: async (added) => {
      const lines = Buffer.from(added.map((event) => `${encodeEvent(event)}\n`).join(""));
      await writeAt(file, lines, end);
      await file.datasync();
      end += lines.length;
    },
    close: () => file.close(),
  };
}

/** Writes at a fixed position, so that the next write overwrites one that failed half way. */
async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Syncs the folder; otherwise the new file's entry could be missing after a crash of the machine. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
