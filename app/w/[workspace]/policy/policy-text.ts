import { PolicyDocument } from "@/server/domain/pricing/policy";

/** A parsed policy text: the object, or the message of the JSON syntax error with its position. */
export type PolicyText = { ok: true; document: Record<string, JsonValue> } | { ok: false; message: string };

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Parses the text of a policy as JSON; its settings are validated elsewhere. */
export function readPolicyText(text: string): PolicyText {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    return {
      ok: false,
      message: `This is not JSON: ${error instanceof Error ? error.message : "unreadable"}.`,
    };
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return { ok: false, message: "A policy is a JSON object, in braces." };
  return { ok: true, document: value };
}

/** Formats a policy document for editing, with its rules in a fixed order, independent of the stored order. */
export function policyText(document: unknown): string {
  const { data = document } = PolicyDocument.safeParse(document);
  return JSON.stringify(data, null, 2);
}
