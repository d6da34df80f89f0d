import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/server/domain/durations";

export const DELIVERY_STATUSES = ["pending", "delivered", "given_up"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const ENDPOINT_STATUSES = ["enabled", "disabled"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** Why an endpoint is disabled: by a person, by its own answer 410, or because it failed for three days. */
export const DISABLED_REASONS = ["by_person", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/**
 * The pauses between the attempts of one delivery: the schedule that the Standard Webhooks specification recommends,
 * ten attempts over a little more than three days.
 */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
] as const;

/** The largest part of a pause that is added to it, so that receivers do not get all retries at the same moment. */
const JITTER = 0.1;

const GONE = 410;

/** The outcome of one attempt: the status of the answer, or null if there was none. */
export interface Answered {
  readonly status: number | null;
}

/** What an attempt leads to; `retry` names the time of the next attempt in milliseconds since 1970. */
export type AttemptEffect =
  | { readonly next: "delivered" }
  | { readonly next: "retry"; readonly atMs: number }
  | { readonly next: "give_up"; readonly disable: DisabledReason | null };

/**
 * Evaluates an attempt. Any status of 200 to 299 is a success; 410 disables the endpoint at once. After the last
 * failed attempt the delivery is given up, and the endpoint is disabled unless it accepted another delivery since
 * this one was dispatched.
 * @param attempts number of attempts, this one included
 * @param random a random number in [0, 1) for the jitter
 */
export function evaluateAttempt(
  { status }: Answered,
  { attempts, acceptedSince }: { readonly attempts: number; readonly acceptedSince: boolean },
  nowMs: number,
  random: number,
): AttemptEffect {
  if (status !== null && status >= 200 && status <= 299) return { next: "delivered" };
  if (status === GONE) return { next: "give_up", disable: "gone" };
  const pauseMs = PAUSES_MS[attempts - 1];
  if (pauseMs === undefined) return { next: "give_up", disable: acceptedSince ? null : "failing" };
  return { next: "retry", atMs: nowMs + Math.round(pauseMs * (1 + JITTER * random)) };
}

/** The number of attempts after which a delivery is given up. */
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;
