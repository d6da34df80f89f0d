import { statusStyle } from "@/app/_components/pricing/status-text";
import type { FilterOption } from "@/app/_components/ui/filter-chips";
import type { SelectOption } from "@/app/_components/ui/select";
import {
  RECOMMENDATION_KINDS,
  VISIBLE_RECOMMENDATION_STATUSES,
  type VisibleRecommendationStatus,
} from "@/server/domain/recommendations/recommendation";
import { KIND_LABELS } from "../../_decisions/kind-labels";

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

export const KIND_OPTIONS: readonly SelectOption[] = [
  { value: ANY, label: "Any kind" },
  ...RECOMMENDATION_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] })),
];

export const LIST_ORDERS = ["newest", "by_reason"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

export const ORDER_OPTIONS: readonly SelectOption[] = [
  { value: "newest", label: "Newest first" },
  { value: "by_reason", label: "By reason, most money first" },
];

const WAITING = ["held", "new", "accepted", "pending_approval"] as const;

/** Returns the status if it is one in which recommendations wait for somebody, otherwise null. */
export const waitingStatus = (status: string): (typeof WAITING)[number] | null =>
  WAITING.find((each) => each === status) ?? null;

export const DISMISS_REASONS = [
  "We keep this price on purpose.",
  "The competitor is not a real rival.",
  "The figures are wrong.",
] as const;

export const CHANGE_OPTIONS: readonly SelectOption[] = [
  { value: ANY, label: "Any change" },
  { value: "0.05", label: "5 % and more" },
  { value: "0.10", label: "10 % and more" },
  { value: "0.20", label: "20 % and more" },
];
