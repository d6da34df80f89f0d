import { PolicyDocument } from "@/server/domain/pricing/policy";

/** A policy document as it was typed: the object it says, or where its text stops being JSON. */
export type PolicyText = { ok: true; document: Record<string, JsonValue> } | { ok: false; message: string };

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** Reads the text of a policy; what is in it is evaluated by the service. */
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

/** A policy document as it is shown for editing: in the order of its rules, whatever order it was stored in. */
export function policyText(document: unknown): string {
  const { data = document } = PolicyDocument.safeParse(document);
  return JSON.stringify(data, null, 2);
}
