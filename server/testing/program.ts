import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the path of a program of this machine; null if it is not installed, so that its tests are skipped. */
export function findProgram(name: string): string | null {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const program = join(folder, name);
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      continue;
    }
  }
  return null;
}
