import { blockerText } from "@/server/domain/recommendations/blockers";

/**
 * Returns one sentence about what changed since the person saw a recommendation; null if nothing did.
 * @param changed the codes of a conflict; an unknown code is written as it is, with spaces
 */
export function changedSentence(changed: readonly string[]): string | null {
  const moved: string[] = [];
  const broken: string[] = [];
  for (const code of changed) {
    const text = blockerText(code);
    if (text?.kind === "sentence") return text.approval;
    if (text?.kind === "guard") broken.push(text.approval);
    else moved.push(text?.approval ?? code.replaceAll("_", " "));
  }
  const parts = [...(moved.length > 0 ? [`${listed(moved)} changed since`] : []), ...broken];
  if (parts.length === 0) return null;
  const text = parts.join("; ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function listed(labels: readonly string[]): string {
  const last = labels.at(-1) ?? "";
  return labels.length < 2 ? last : `${labels.slice(0, -1).join(", ")} and ${last}`;
}
