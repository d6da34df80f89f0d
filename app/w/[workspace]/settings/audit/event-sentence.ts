import { countText, formatCount, formatMoney } from "@/app/_components/pricing/format";
import type { AuditAction } from "@/server/domain/audit/actions";
import { PLAN_NAMES, PLANS } from "@/server/domain/plan/plans";
import { EVENT_TEXTS } from "./event-texts";

/** A part of an event's sentence: its own text, a value that somebody typed, or the place of the object's name. */
export type SentencePart = { readonly text: string } | { readonly value: string } | { readonly object: true };

/** What a sentence is made of: an event of the log, in the parts that it needs. */
export type SentenceEvent = {
  readonly action: string;
  readonly subject: string;
  readonly before: string | null;
  readonly after: string | null;
};

/** How a sentence writes times; `locale` also of amounts. */
export type SentenceStyle = { readonly locale: string; readonly time: (iso: string) => string };

const isKnown = (action: string): action is AuditAction => Object.hasOwn(EVENT_TEXTS, action);

/**
 * Says in words what an event did, without the name of whoever did it. An action of another version that this one does
 * not know is shown as it is stored.
 */
export function eventSentence(event: SentenceEvent, style: SentenceStyle): SentencePart[] {
  if (!isKnown(event.action)) return [{ text: `${event.action} ` }, { object: true }];
  const text = EVENT_TEXTS[event.action].replace(/\[([^\]]*)\]/g, (_, part: string) =>
    fieldsIn(part).every((path) => readField(event, path) !== null) ? part : "",
  );
  return text.split(/(\{[^}]+\})/).flatMap((piece): SentencePart[] => {
    if (piece === "{object}") return [{ object: true }];
    const [, path = "", form] = /^\{([^:}]+)(?::(\w+))?\}$/.exec(piece) ?? [];
    if (path !== "") return [{ value: valueText(event, path, form, style) }];
    return piece === "" ? [] : [{ text: piece }];
  });
}

/**
 * Returns a name of the object that the event itself holds, for an object that does not exist any more; else its id.
 */
export function storedName(event: SentenceEvent): string {
  const paths = ["name", "email", "reason", "url", "sku"].flatMap((name) => [
    `after.${name}`,
    `before.${name}`,
  ]);
  const named = paths.map((path) => readField(event, path)).find((value) => typeof value === "string");
  return typeof named === "string" ? named : event.subject;
}

const fieldsIn = (part: string): string[] =>
  [...part.matchAll(/\{([^:}]+)/g)].map(([, path = ""]) => path).filter((path) => path !== "object");

function readField(event: SentenceEvent, path: string): unknown {
  if (path === "subject") return event.subject;
  const [side, name = ""] = path.split(".");
  const fields = fieldsOf(side === "before" ? event.before : event.after);
  return fields[name] ?? null;
}

function fieldsOf(json: string | null): Readonly<Record<string, unknown>> {
  const value: unknown = json === null ? null : JSON.parse(json);
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function planName(value: string): string {
  const plan = PLANS.find((each) => each === value);
  return plan === undefined ? value : PLAN_NAMES[plan];
}

function valueText(
  event: SentenceEvent,
  path: string,
  form: string | undefined,
  style: SentenceStyle,
): string {
  const value = readField(event, path);
  if (typeof value === "number")
    return form === undefined ? formatCount(value, style.locale) : countText(value, form, style.locale);
  if (typeof value !== "string") return value === null ? "unknown" : JSON.stringify(value);
  if (form === "time") return style.time(value);
  if (form === "plan") return planName(value);
  if (form === "money") {
    const currency = readField(event, "after.currency");
    return typeof currency === "string"
      ? formatMoney({ amount: value, currency }, style.locale)
      : formatMoney({ amount: value, currency: "" }, style.locale, "none");
  }
  return value;
}
