import { z } from "zod/mini";
import { DELIMITERS } from "@/server/domain/imports/csv/delimiter";
import { ENCODINGS } from "@/server/domain/imports/csv/encodings";

/** What a person says about a file; everything else is read from it. */
const Choices = z.object({
  /** The file's column by field; empty for a field that is not taken. */
  map: z._default(z.record(z.string(), z.string()), {}),
  decimal: z.optional(z.enum(["point", "comma"])),
  encoding: z.optional(z.enum(ENCODINGS)),
  delimiter: z.optional(z.enum(DELIMITERS)),
  sheet: z.optional(z.string()),
  header_row: z.optional(z.number()),
  /** The values for rows without one of their own, by field. */
  set: z.optional(z.record(z.string(), z.string())),
  /** Whether only rows of items that exist are taken. */
  items: z.optional(z.enum(["all", "existing"])),
});
export type FileChoices = z.infer<typeof Choices>;

const Kept = z.array(z.tuple([z.string(), Choices]));
const MAX_KEPT = 30;

const NO_CHOICES: FileChoices = { map: {} };

/** Names a header: files with the same columns are mapped alike. */
const headerOf = (columns: readonly string[]): string => columns.join("\n");
const fileOf = ({ name, size }: File): string => `${name}\n${size}`;

/**
 * The choices for the files of one kind. Mappings stay in the browser, by the header. What depends on the very file
 * (decimal mark, encoding, delimiter, sheet, header row, values for all rows) stays as long as the tab, for a file of
 * the same name and size: a reload loses nothing, and no other file's amounts are read by an answer that was not given
 * for it.
 * @param scope workspace and kind of file
 */
export function keptChoices(scope: string) {
  const name = `pricecheck.import.${scope}`;
  return {
    of: (file: File, columns: readonly string[]): FileChoices => {
      const lasting = find(window.localStorage, name, headerOf(columns));
      const passing = find(window.sessionStorage, name, fileOf(file));
      return { ...passing, map: lasting.map };
    },
    keep: (file: File, columns: readonly string[], choices: FileChoices): void => {
      put(window.localStorage, name, headerOf(columns), { map: choices.map });
      put(window.sessionStorage, name, fileOf(file), { ...choices, map: {} });
    },
  };
}

/** Whether a person said anything. */
export const saysAnything = ({ map, set, ...others }: FileChoices): boolean =>
  Object.keys({ ...map, ...set }).length > 0 || Object.values(others).some((each) => each !== undefined);

const find = (storage: Storage, name: string, key: string): FileChoices =>
  read(storage, name).find(([each]) => each === key)?.[1] ?? NO_CHOICES;

function put(storage: Storage, name: string, key: string, choices: FileChoices): void {
  const others = read(storage, name).filter(([each]) => each !== key);
  try {
    storage.setItem(name, JSON.stringify([[key, choices], ...others].slice(0, MAX_KEPT)));
  } catch {
    // A browser without room or without storage forgets the choices with the page.
  }
}

function read(storage: Storage, name: string): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(storage.getItem(name) ?? "[]"));
  } catch {
    return [];
  }
}
