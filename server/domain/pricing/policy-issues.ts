import type { FieldIssue } from "@/server/domain/errors";
import { AmountError, parseAmount } from "@/server/domain/money";
import type { Conditions, Match } from "@/server/domain/pricing/policy-match";

/** What cannot be meant by the conditions of a scope or a limit; amounts are of `currency`. */
export function matchIssues(
  path: string[],
  { except, ...conditions }: Match,
  currency: string,
): FieldIssue[] {
  const issues = conditionIssues(path, conditions, currency);
  if (except === undefined) return issues;
  const leftOut = [...path, "except"];
  return Object.keys(except).length === 0
    ? [...issues, issueAt(leftOut, "empty", "Say which items are left out, or leave except out.")]
    : [...issues, ...conditionIssues(leftOut, except, currency)];
}

function conditionIssues(path: string[], conditions: Conditions, currency: string): FieldIssue[] {
  const { stock_from: from, stock_to: to } = conditions;
  const prices = bandIssues(path, conditions, currency);
  return from === undefined || to === undefined || from < to
    ? prices
    : [...prices, issueAt([...path, "stock_to"], "empty_band", "stock_to has to be above stock_from.")];
}

/** An empty or unreadable band of prices, of a currency. */
export function bandIssues(
  path: string[],
  band: { price_from?: string | undefined; price_to?: string | undefined },
  currency: string,
): FieldIssue[] {
  const { price_from: from, price_to: to } = band;
  const issues = [
    ...(from === undefined ? [] : amountIssues([...path, "price_from"], from, currency)),
    ...(to === undefined ? [] : amountIssues([...path, "price_to"], to, currency)),
  ];
  if (issues.length > 0 || from === undefined || to === undefined) return issues;
  return parseAmount(from, currency) < parseAmount(to, currency)
    ? []
    : [issueAt([...path, "price_to"], "empty_band", "price_to has to be above price_from.")];
}

/** An amount that does not fit its currency. */
export function amountIssues(path: string[], text: string, currency: string): FieldIssue[] {
  try {
    parseAmount(text, currency, true);
    return [];
  } catch (error) {
    if (error instanceof AmountError) return [issueAt(path, "bad_amount", error.message)];
    throw error;
  }
}

/** An issue at a place of the document. */
export const issueAt = (path: readonly string[], code: string, message: string): FieldIssue => ({
  path: path.join("."),
  code,
  message,
});
