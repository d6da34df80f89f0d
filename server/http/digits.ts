import { z } from "zod";

const DIGITS = /^[0-9]{1,15}$/;

/** Returns the names of an endpoint's inputs that are whole numbers. */
export const numberNames = ({ shape }: z.ZodObject): readonly string[] =>
  Object.entries(shape).flatMap(([name, field]) => (isNumber(field) ? [name] : []));

function isNumber(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return isNumber(schema.unwrap());
  return schema instanceof z.ZodNumber;
}

/**
 * Parses the numbers of a transport that carries only text. Accepts decimal digits only; `1e1`, `0x10`, `١٠` and blanks
 * stay text, which the schema rejects.
 * @param names of the inputs that are whole numbers; `input` is modified
 */
export function readDigits<T extends Record<string, unknown>>(input: T, names: readonly string[]): T {
  for (const name of names) {
    const value = input[name];
    if (typeof value === "string" && DIGITS.test(value)) Object.assign(input, { [name]: Number(value) });
  }
  return input;
}
