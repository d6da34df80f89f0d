import { readFileSync, writeFileSync } from "node:fs";

/** Resident memory of a process in MB. */
export interface Memory {
  readonly resident_mb: number;
  readonly peak_mb: number;
}

/** Reads a process's resident memory, and the highest since its start or since `resetPeak`. */
export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1_024);
  return { resident_mb: megabytes("VmRSS"), peak_mb: megabytes("VmHWM") };
}

/** Has a process's peak begin again at its present memory. */
export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");
