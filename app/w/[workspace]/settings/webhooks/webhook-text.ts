import type { BadgeTone } from "@/app/_components/ui/badge";
import { EVENT_TEXTS, isEventKind } from "@/server/domain/webhooks/event-kinds";
import type { Delivery, Webhook } from "./webhook";

interface StateText {
  readonly label: string;
  readonly tone: BadgeTone;
}

/** Returns the webhook's name: its description, or the host and path of its address. */
export function nameOf({ description, url }: Pick<Webhook, "description" | "url">): string {
  return description?.trim() || url.replace(/^https?:\/\//, "");
}

/** Returns the state of a webhook as a badge shows it. */
export function stateText({
  status,
  failing_since,
  last_success_at,
}: Pick<Webhook, "status" | "failing_since" | "last_success_at">): StateText {
  if (status === "disabled") return { label: "Disabled", tone: "neutral" };
  if (failing_since !== null) return { label: "Failing", tone: "bad" };
  if (last_success_at === null) return { label: "Nothing sent yet", tone: "neutral" };
  return { label: "Working", tone: "accent" };
}

/** Returns which events a webhook receives, in a few words: "Every kind", "Run finished", "3 kinds". */
export function kindsText(kinds: readonly string[]): string {
  const [only] = kinds;
  if (only === undefined) return "Every kind";
  return kinds.length === 1 ? kindTitle(only) : `${kinds.length} kinds`;
}

/** Returns the title of a kind of event; the kind itself where this page does not know it yet. */
export const kindTitle = (kind: string): string => (isEventKind(kind) ? EVENT_TEXTS[kind].title : kind);

const DISABLED_TEXTS: Readonly<Record<NonNullable<Webhook["disabled"]>["reason"], string>> = {
  by_person: "A person disabled it.",
  gone: "The receiver answered 410: the address is gone.",
  failing: "The receiver accepted nothing for three days.",
};

/** Returns why a webhook is disabled, as a sentence. */
export const disabledText = ({ reason }: NonNullable<Webhook["disabled"]>): string => DISABLED_TEXTS[reason];

/** Returns the state of a delivery; one that failed and will be repeated differs from one that was not sent yet. */
export function deliveryState({ status, attempts }: Pick<Delivery, "status" | "attempts">): StateText {
  if (status === "delivered") return { label: "Delivered", tone: "accent" };
  if (status === "given_up") return { label: "Given up", tone: "bad" };
  return attempts > 0 ? { label: "Retrying", tone: "warn" } : { label: "Waiting", tone: "neutral" };
}

/** Returns the last answer to a delivery: its status, why there was none, or null before the first attempt. */
export function answerText({ response, error }: Pick<Delivery, "response" | "error">): string | null {
  return response === null ? error : String(response.status);
}

/** Returns how often a delivery was tried: "2", and "2, sent again once" after a replay. */
export function attemptsText({ attempts, replays }: Pick<Delivery, "attempts" | "replays">): string {
  if (replays === 0) return String(attempts);
  return `${attempts}, sent again ${replays === 1 ? "once" : `${replays} times`}`;
}

/** Returns the body of a delivery with line breaks, for people; the bytes that are signed have none. */
export function readablePayload(payload: string): string {
  return JSON.stringify(JSON.parse(payload), null, 2);
}

/** A delivery that is due within this many milliseconds is followed closely. */
const SOON_MS = 20_000;
const FOLLOW_MS = 1_500;
const RELOAD_MS = 5_000;

/** Returns after how many milliseconds a log with these deliveries is loaded again. */
export function reloadAfterMs(
  deliveries: readonly Pick<Delivery, "next_attempt_at">[],
  nowMs: number,
): number {
  const isSoon = deliveries.some(
    ({ next_attempt_at: next }) => next !== null && Date.parse(next) - nowMs < SOON_MS,
  );
  return isSoon ? FOLLOW_MS : RELOAD_MS;
}
