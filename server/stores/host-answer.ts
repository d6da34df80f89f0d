import { StoreError } from "@/server/stores/port";

/** How much of a host's page is quoted. */
const MAX_WORDS = 160;

/** An answer of 400 or more. */
export interface Refusal {
  readonly status: number;
  /** The body as it was received. */
  readonly text: string;
  /** The milliseconds that a Retry-After header requests; null if there is none. */
  readonly retryAfterMs: number | null;
}

/** The call that was answered; its parts are those of `StoreCall`. */
interface Asked {
  readonly method: string;
  readonly access: "read" | "write";
  readonly missing?: string;
}

/**
 * Builds the error for an answer of 400 to 499 that is none of the store's own, and for any from 500 on: a firewall, a
 * proxy or the host's web server may have given it, before the request reached the store or after the store had carried
 * it out. The outcome of a write is unknown; a read waits.
 */
export function hostAnswer(call: Asked, { status, text, retryAfterMs }: Refusal): StoreError {
  const certainty = call.access === "write" ? "unknown" : "definite";
  const words = wordsOf(text);
  const said = words === "" ? "without a word" : `with "${words}"`;
  const hint = status === 404 && call.missing !== undefined ? `${call.missing} ` : "";
  const who = status >= 500 ? "The store or its host" : "The host in front of the store, not the store,";
  const message = `${hint}${who} answered ${call.method} with status ${status}, ${said}.`;
  if (status === 429) return new StoreError("throttled", certainty, message, { retryAfterMs });
  return new StoreError(status === 408 ? "timeout" : "bad_answer", certainty, message);
}

/** Returns the words that a reader of a page would see first, its title included; all of a text that is no page. */
function wordsOf(text: string): string {
  const seen = text
    .slice(0, 20_000)
    .replace(/<(script|style)\b[^]*?(<\/\1\s*>|$)/gi, " ")
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return seen.length > MAX_WORDS ? `${seen.slice(0, MAX_WORDS)}…` : seen;
}
