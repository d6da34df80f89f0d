import { ALERT_KINDS, ALERT_TEXTS } from "@/server/domain/alerts/kinds";

/** Every kind with its title, as options of a filter. */
export const ALERT_KIND_OPTIONS = ALERT_KINDS.map((value) => ({ value, label: ALERT_TEXTS[value].title }));

/** Returns the title of an alert's kind; for an unknown kind of a newer version its name, with spaces. */
export const alertText = (kind: string): string =>
  ALERT_KIND_OPTIONS.find(({ value }) => value === kind)?.label ?? kind.replaceAll("_", " ");
