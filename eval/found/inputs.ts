import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder that holds the folders of inputs. */
    readonly inputs: string;
  }
}

/** The inputs of one folder, by name. */
export interface Inputs {
  /** The folder's name, such as `24-count-ends-in-0`. */
  readonly name: string;
  /** Returns a file's path. @throws Error when the folder has no such file */
  path(file: string): string;
  /** Returns a file as UTF-8. @throws Error when the folder has no such file */
  text(file: string): string;
  /** Returns a file's bytes. @throws Error when the folder has no such file */
  bytes(file: string): Buffer;
}

/**
 * Returns the inputs that a file of expectations is about: those of the folder with its name.
 * @param expectations `import.meta.filename` of the file
 */
export function inputsFor(expectations: string): Inputs {
  const name = basename(expectations, ".ts");
  const folder = join(inject("inputs"), name);
  const path = (file: string): string => {
    if (!readdirSync(folder).includes(file)) throw new Error(`The folder ${name} has no file ${file}.`);
    return join(folder, file);
  };
  return {
    name,
    path,
    text: (file) => readFileSync(path(file), "utf8"),
    bytes: (file) => readFileSync(path(file)),
  };
}
