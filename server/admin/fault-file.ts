import { closeSync, openSync, statSync, writeFileSync } from "node:fs";
import { stringify } from "csv-stringify/sync";
import { safeCell } from "@/server/domain/imports/csv/safe-cell";
import type { FileFault } from "@/server/usecases/imports/file-faults";
import { UsageError } from "./command";

/** The file that receives every fault of an import as CSV. */
export interface FaultFile {
  /** Writes one fault. @throws UsageError when it cannot be written, so that the import is taken back */
  add(fault: FileFault): void;
  /** Returns why the file may be incomplete, or null. */
  close(): string | null;
}

/**
 * Creates the file, or empties it. It is written without a stream: each fault is in the file before the next row is
 * read, and a full disk ends the import before anything of it is stored.
 * @param input the file that is imported
 * @throws UsageError when both are the same file, or it cannot be written
 */
export function openFaultFile(path: string, input: string): FaultFile {
  if (isSameFile(path, input)) throw new UsageError("--faults names the file that is imported.");
  const orUsageError = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw new UsageError(`The faults cannot be written to ${path}: ${reasonOf(cause)}`, { cause });
    }
  };
  const file = orUsageError(() => openSync(path, "w", 0o600));
  const write = (...cells: string[]) =>
    orUsageError(() => writeFileSync(file, stringify([cells], { record_delimiter: "\r\n" })));
  write("row", "column", "value", "what is wrong");
  return {
    add: ({ line, column, value, message }) =>
      write(String(line), safeCell(column ?? ""), safeCell(value ?? ""), message),
    close: () => {
      try {
        closeSync(file);
        return null;
      } catch (error) {
        return reasonOf(error);
      }
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether both paths lead to one file, by whatever names and links. */
function isSameFile(path: string, input: string): boolean {
  const [one, other] = [path, input].map((each) => statSync(each, { bigint: true, throwIfNoEntry: false }));
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev;
}
