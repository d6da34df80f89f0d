import { z } from "zod";
import { EVIDENCE_ORIGINS } from "@/server/domain/pricing/evidence-origins";
import { CONFIDENCES } from "@/server/domain/pricing/outcome";
import { Amount, Name, Names, ratio, Share } from "@/server/domain/pricing/policy-rules";

/**
 * Who decides about a price change, from fewest people to most: the lane itself, one person, or two different people.
 */
export const LANE_DECIDERS = ["automatic", "one_person", "two_people"] as const;
export type LaneDecider = (typeof LANE_DECIDERS)[number];

/** How far back changes of a price by hand are looked up. */
export const MOST_EDIT_HOURS = 720;

/** The items of a lane by the policy's scopes; without it, all items. */
const LaneItems = z
  .strictObject({
    scopes: Names.optional(),
    /** The items that no scope of the policy applies to. */
    everything_else: z.boolean().optional(),
  })
  .refine((items) => items.scopes !== undefined || items.everything_else === true, {
    message: "Name the scopes, everything else, or leave it out for all items.",
  });

/** Upper limits of the change; a figure that is unknown exceeds its limit. */
const LaneLimits = z.strictObject({
  /** Change of the price, up or down, as a fraction of the current price. */
  change: ratio(0, 1, true).optional(),
  /** Change of the profit from the stock on hand, up or down, in the policy's currency. */
  money: Amount.optional(),
  /** Fall of the gross margin, as a fraction: 0.02 are two percentage points. */
  margin_fall: Share.optional(),
  /** Age of the oldest cost or observation that the price is based on, in hours. */
  evidence_age_hours: z.int().min(1).max(87_600).optional(),
});

/** The most that an automatic lane approves in 24 hours. */
const LaneCaps = z.strictObject({
  /** Share of the active items. */
  items: ratio(0, 1, true),
  /** Sum of the changes of profit from the stock on hand, each up or down, in the policy's currency. */
  money: Amount.optional(),
});

/**
 * A lane: who decides about the price changes within its limits. The first lane of the policy that a change fits in
 * decides; a change that fits in none is decided by one person.
 */
export const Lane = z
  .strictObject({
    name: Name(100),
    decided_by: z.enum(LANE_DECIDERS),
    items: LaneItems.optional(),
    at_most: LaneLimits.optional(),
    /** The lowest confidence that the lane admits. */
    confidence: z.enum(CONFIDENCES).optional(),
    /** So many hours at least have passed since somebody changed the item's price by hand. */
    last_edit_hours: z.int().min(1).max(MOST_EDIT_HOURS).optional(),
    /** The item has been known for at least so many days. */
    first_seen_days: z.int().min(1).max(3_650).optional(),
    a_day: LaneCaps.optional(),
    /** Whose evidence an automatic lane decides on; without it page checks, stores and people. */
    evidence_from: z
      .array(z.enum(EVIDENCE_ORIGINS))
      .min(1, { message: "Choose at least one." })
      .refine((origins) => new Set(origins).size === origins.length, { message: "Name each once." })
      .optional(),
    /** Whether an automatic lane also decides in runs that an agent started or scheduled. */
    agents_runs: z.boolean().optional(),
  })
  .refine((lane) => (lane.decided_by === "automatic") === (lane.a_day !== undefined), {
    path: ["a_day"],
    message: "A rule that decides by itself needs its most a day, and no other rule has one.",
  })
  .refine(
    ({ decided_by: by, evidence_from: from, agents_runs: runs }) =>
      by === "automatic" || (from === undefined && runs === undefined),
    {
      path: ["evidence_from"],
      message: "Only a rule that decides by itself looks at who brought the evidence.",
    },
  )
  .refine(
    ({ decided_by: by, last_edit_hours: edited, first_seen_days: seen }) =>
      by !== "two_people" || (edited === undefined && seen === undefined),
    {
      path: ["decided_by"],
      message: "A rule for two people holds for what is new or was changed lately too.",
    },
  );
export type Lane = z.infer<typeof Lane>;

export const Lanes = z.array(Lane).max(50);
