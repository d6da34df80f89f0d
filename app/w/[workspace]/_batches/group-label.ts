import { ALERT_TEXTS } from "@/server/domain/alerts/kinds";
import { KIND_LABELS } from "../_decisions/kind-labels";
import { isWhy, WHY_LABELS } from "../_decisions/why";
import type { Batch } from "./batch-text";

const LABELS = new Map<string, string>([
  ...Object.entries(KIND_LABELS),
  ...Object.entries(ALERT_TEXTS).map(([kind, { title }]) => [kind, title] as const),
]);

/** Returns the title of a group of a preview; of an unknown one of a newer version its name, with spaces. */
export function groupLabel(of: Batch["of"], group: string): string {
  if (of === "items") return `${group.startsWith("+") ? "Get" : "Lose"} the tag ${group.slice(1)}`;
  if (of === "recommendations" && isWhy(group)) return WHY_LABELS[group];
  return LABELS.get(group) ?? group.replaceAll("_", " ");
}
