import type { EvidenceOrigin } from "@/server/domain/pricing/evidence-origins";
import type { Act } from "./acts";
import type { LaneKind } from "./lane-rules";

/**
 * What is known of a shop from its answers alone: who approved what, when prices are frozen, who brought what, and
 * which lanes the policy had when. Prices and costs are minor units, times milliseconds since 1970.
 */
export interface Model {
  readonly items: ModelItem[];
  /** Ends of the freezes in force, by id. */
  readonly freezes: Map<string, number>;
  /** When the lane approved. */
  readonly byLane: number[];
  readonly batches: ModelBatch[];
  /** What it has come to. */
  readonly acts: Set<Act>;
  /** The policy's versions since the history began, oldest first. */
  readonly policies: PolicyInForce[];
  readonly runs: ModelRun[];
  /** The run that the lanes look at; null while they look at none. */
  passing: ModelRun | null;
}

/** The current price of every item when a history begins. */
export const PRICE = 1999;

/** A version of the policy, and when the next one replaced it; null for the active one. */
export interface PolicyInForce {
  readonly version: number;
  readonly kind: LaneKind;
  untilMs: number | null;
}

/** Who starts a run or brings a competitor's price: a person, a program with a token, or an agent. */
export const BRINGERS = ["people", "tokens", "agents"] as const satisfies readonly EvidenceOrigin[];
export type Bringer = (typeof BRINGERS)[number];

export interface ModelRun {
  readonly id: string;
  readonly by: Bringer;
}

export interface ModelItem {
  readonly item: string;
  readonly ref: string;
  cost: number;
  /** How many writes of the store's log were looked at. */
  written: number;
  /** The price of its last write in the store's log, or the one from before. */
  inStore: number;
  /** The service's own writes: when, and the price before. */
  readonly writes: { readonly atMs: number; readonly from: number }[];
  /** Its recommendations, oldest first. */
  readonly rounds: Round[];
  /** The recommendation of its last write. */
  writer: Round | null;
}

/** One recommendation of an item. */
export interface Round {
  readonly recommendation: string;
  /** Who set a price in place of the engine's; null for the engine's. */
  setter: string | null;
  /** The persons whose approval was accepted, by the version of the recommendation. */
  readonly approvals: Map<number, Set<string>>;
  decided: Decided | null;
  /** Whether a queued write of its approved price has waited in a freeze. */
  waited: boolean;
  /** How many writes of each price people have asked for that the store has not received yet. */
  readonly asked: { approved: number; earlier: number };
}

/** What a recommendation was when it was approved. */
export interface Decided {
  readonly shown: Shown;
  readonly byLane: boolean;
  /** How many people had to approve. */
  readonly needed: number;
  /** How many did. */
  readonly people: number;
}

/** A batch that was carried out, and the recommendations that it queued writes for. */
export interface ModelBatch {
  readonly id: string;
  readonly wrote: ReadonlySet<string>;
}

/** A recommendation as the API shows it. */
export interface Shown {
  readonly status: string;
  readonly version: number;
  readonly current: number;
  readonly recommended: number;
  /** The engine's price where a person set another one. */
  readonly engine: number | null;
  readonly policyVersion: number;
  /** Whose prices its evidence has. */
  readonly origins: readonly Bringer[];
  readonly approvals: { readonly needed: number; readonly given: number } | null;
  /** Who decided. */
  readonly by: string | null;
}

export const newRound = (recommendation: string): Round => ({
  recommendation,
  setter: null,
  approvals: new Map(),
  decided: null,
  waited: false,
  asked: { approved: 0, earlier: 0 },
});

/** Returns an item's newest recommendation. */
export function roundOf({ rounds }: ModelItem): Round {
  const round = rounds.at(-1);
  if (round === undefined) throw new Error("an item has no recommendation");
  return round;
}

export function policyOf({ policies }: Model): PolicyInForce {
  const policy = policies.at(-1);
  if (policy === undefined) throw new Error("a history has no policy");
  return policy;
}

export const isFrozen = ({ freezes }: Model, nowMs: number): boolean =>
  [...freezes.values()].some((until) => nowMs < until);

export const isByLane = (by: string | null): boolean => by?.startsWith("Lane ") === true;
export const isWaiting = ({ status }: Shown): boolean => status === "new" || status === "pending_approval";
