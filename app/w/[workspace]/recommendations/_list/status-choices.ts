import { statusStyle } from "@/app/_components/pricing/status-text";
import type { FilterOption } from "@/app/_components/ui/filter-chips";
import type { SelectOption } from "@/app/_components/ui/select";
import {
  RECOMMENDATION_KINDS,
  type RecommendationKind,
  VISIBLE_RECOMMENDATION_STATUSES,
  type VisibleRecommendationStatus,
} from "@/server/domain/recommendations/recommendation";

export const ANY = "any";

const FIRST: readonly VisibleRecommendationStatus[] = ["new", "pending_approval", "applied", "failed"];

const label = (status: string): string => statusStyle("recommendation", status).label;

/** The most used statuses, as chips. */
export const STATUS_CHIPS: readonly FilterOption[] = [
  ...FIRST.map((status) => ({ value: status, label: label(status) })),
  { value: ANY, label: "All" },
];

/** The other statuses, as options of a select. */
export const OTHER_STATUSES: readonly SelectOption[] = VISIBLE_RECOMMENDATION_STATUSES.filter(
  (status) => !FIRST.includes(status),
).map((status) => ({ value: status, label: label(status) }));

export const KIND_LABELS: Readonly<Record<RecommendationKind, string>> = {
  price_change: "Price change",
  cost_review: "Check the cost",
  market_review: "Check the market",
};

export const KIND_OPTIONS: readonly SelectOption[] = [
  { value: ANY, label: "Any kind" },
  ...RECOMMENDATION_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })),
];

export const DISMISS_REASONS = [
  "We keep this price on purpose.",
  "The competitor is no real rival.",
  "The figures are wrong.",
] as const;

export const CHANGE_OPTIONS: readonly SelectOption[] = [
  { value: ANY, label: "Any change" },
  { value: "0.05", label: "5 % and more" },
  { value: "0.10", label: "10 % and more" },
  { value: "0.20", label: "20 % and more" },
];
