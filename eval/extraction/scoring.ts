import { z } from "zod";
import { amountKey } from "@/server/market/extract/amount";

const Listed = z.union([z.string(), z.array(z.string())]).nullish();
/** Answers by page id; each field has one value or a list of all correct ones. */
export const Answers = z.record(
  z.string(),
  z.object({ price: Listed, availability: Listed, currency: Listed, url: Listed }).loose(),
);
export type Answers = z.infer<typeof Answers>;
export type Field = "price" | "availability";
export type Figures = {
  f1: number;
  precision: number;
  recall: number;
  right: number;
  wrong: number;
  missed: number;
};

/** The values of a field, without empty ones. */
export const valuesOf = (value: z.infer<typeof Listed>): readonly string[] =>
  [value ?? []]
    .flat()
    .map((text) => text.trim())
    .filter((text) => text !== "");

/** Normalizes a value: decimals compare as numbers; other text only equals itself. */
const comparable = (field: Field, text: string): string =>
  field === "price" && /^\d+(\.\d+)?$/.test(text) ? amountKey(text) : text;

/**
 * Scores one field. A value is correct if it is one of those listed. A wrong value counts against precision, and
 * against recall if the truth has a value; a value where the truth has none counts against precision.
 */
export function figures(truth: Answers, answers: Answers, field: Field, ids: readonly string[]): Figures {
  let [right, wrong, missed] = [0, 0, 0];
  for (const id of ids) {
    const allowed = valuesOf(truth[id]?.[field]).map((text) => comparable(field, text));
    const [response] = valuesOf(answers[id]?.[field]).map((text) => comparable(field, text));
    const hit = response !== undefined && allowed.includes(response);
    if (hit) right++;
    else if (response !== undefined) wrong++;
    if (!hit && allowed.length > 0) missed++;
  }
  const precision = right + wrong === 0 ? 0 : right / (right + wrong);
  const recall = right + missed === 0 ? 0 : right / (right + missed);
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { f1: rounded(f1), precision: rounded(precision), recall: rounded(recall), right, wrong, missed };
}

/** Returns the share of the pages in stock that are called sold out, 0 to 1; 0 without such pages. */
export function shareCalledSoldOut(truth: Answers, answers: Answers, ids: readonly string[]): number {
  const inStock = ids.filter((id) => valuesOf(truth[id]?.availability).includes("InStock"));
  const called = inStock.filter((id) => valuesOf(answers[id]?.availability)[0] === "OutOfStock");
  return inStock.length === 0 ? 0 : rounded(called.length / inStock.length);
}

const rounded = (ratio: number): number => Math.round(ratio * 10_000) / 10_000;
