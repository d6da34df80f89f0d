import type { KeyType } from "@/server/db/reports/page-sql";
import { isStorable } from "@/server/domain/text";

/** PostgreSQL has no year 0, and refuses the days that JavaScript takes for those of the next month. */
function isInstant(text: string): boolean {
  const at = /^\d{4}-/.test(text) && !text.startsWith("0000") ? new Date(text) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

/** Whether PostgreSQL can read a text as the key of an order, as far as this service has issued it. */
export const IS_KEY: Readonly<Record<KeyType, (text: string) => boolean>> = {
  text: isStorable,
  whole: (text) => /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text),
  integer: (text) => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31,
  decimal: (text) => /^-?\d{1,20}(\.\d{1,20})?(e[+-]\d{1,2})?$/.test(text),
  time: isInstant,
};
