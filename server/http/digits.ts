import { z } from "zod";

const DIGITS = /^[0-9]{1,15}$/;

/** The inputs of an endpoint that are whole numbers. */
export const numberNames = ({ shape }: z.ZodObject): readonly string[] =>
  Object.entries(shape).flatMap(([name, field]) => (isNumber(field) ? [name] : []));

function isNumber(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return isNumber(schema.unwrap());
  return schema instanceof z.ZodNumber;
}

/**
 * Reads numbers where the way they came has only text for them: decimal digits, and nothing else that a programming
 * language would take for a number. `1e1`, `0x10`, `١٠` and blanks stay the texts they are, which the schema refuses.
 * @param names of those that are whole numbers; `given` is changed
 */
export function readDigits<T extends Record<string, unknown>>(given: T, names: readonly string[]): T {
  for (const name of names) {
    const value = given[name];
    if (typeof value === "string" && DIGITS.test(value)) Object.assign(given, { [name]: Number(value) });
  }
  return given;
}
