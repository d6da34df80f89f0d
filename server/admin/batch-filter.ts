import { z } from "zod";
import { BatchFilter } from "@/server/usecases/decision-batches/subject";
import { checked } from "@/server/usecases/input";
import { repeated, UsageError } from "./command";

type Filter = z.output<typeof BatchFilter>;

/** The filter of a batch on the command line: field by field, or everything. */
export const FILTER = repeated("NAME=VALUE");

const NAMES = BatchFilter.keyof().options;
const isName = (text: string): text is keyof Filter => NAMES.some((name) => name === text);

/**
 * Returns the filter with the fields of the API's; undefined without any, unless everything is meant.
 * @throws UsageError for an unknown or a repeated name; DomainError validation_error for a value that the field refuses
 */
export function givenFilter(fields: readonly string[], everything: boolean): Filter | undefined {
  if (fields.length === 0) return everything ? {} : undefined;
  if (everything) throw new UsageError("Give --filter or --all, not both.");
  const given = new Map<string, string | number>();
  for (const field of fields) {
    const at = field.indexOf("=");
    const name = field.slice(0, Math.max(at, 0));
    if (!isName(name)) throw new UsageError(`--filter is NAME=VALUE; the names are ${NAMES.join(", ")}.`);
    // The second value would replace the first one, and the filter would restrict less than it seems to.
    if (given.has(name)) throw new UsageError(`--filter names ${name} twice.`);
    given.set(name, valueOf(name, field.slice(at + 1)));
  }
  return checked(BatchFilter, Object.fromEntries(given));
}

/** Converts digits to a number if the field is one; the schema refuses any other text there. */
const valueOf = (name: keyof Filter, text: string): string | number =>
  BatchFilter.shape[name].unwrap() instanceof z.ZodNumber && /^\d+$/.test(text) ? Number(text) : text;

/** Returns the part of `--help` about the filters of batches. */
export const filtersHelp = (): string[] => [
  "What --filter takes, once for each field; --all means every recommendation that the action takes effect in:",
  ...NAMES.map((name) => {
    const description = BatchFilter.shape[name].description;
    return `      --filter ${name}=…${description ? `    ${description}` : ""}`;
  }),
];
