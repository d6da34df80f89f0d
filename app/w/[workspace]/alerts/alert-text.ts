import { ALERT_KINDS, ALERT_TEXTS } from "@/server/domain/alerts/kinds";

/** Every kind with its title, as filters offer it. */
export const ALERT_KIND_OPTIONS = ALERT_KINDS.map((value) => ({ value, label: ALERT_TEXTS[value].title }));

/** An alert's kind as a shopkeeper says it; a kind this page does not know yet in its own words. */
export const alertText = (kind: string): string =>
  ALERT_KIND_OPTIONS.find(({ value }) => value === kind)?.label ?? kind.replaceAll("_", " ");
