"use client";

import { CheckboxGroup } from "@/app/_components/ui/checkbox-group";
import {
  EVIDENCE_ORIGINS,
  type EvidenceOrigin,
  USUAL_ORIGINS,
} from "@/server/domain/pricing/evidence-origins";
import { ORIGINS } from "@/server/domain/pricing/lane-text";
import { sentence, useSetting } from "./setting-fields";

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const OPTIONS = EVIDENCE_ORIGINS.map((value) => ({
  value,
  label: capitalized(ORIGINS[value].name),
  detail: ORIGINS[value].means,
}));

const isUsual = (chosen: readonly EvidenceOrigin[]): boolean =>
  EVIDENCE_ORIGINS.every((origin) => chosen.includes(origin) === USUAL_ORIGINS.includes(origin));

/** Whose evidence an automatic lane decides on; the usual origins leave the setting out of the document. */
export function OriginsSetting({ path }: { path: string }) {
  const { value, findings, set } = useSetting(path);
  const chosen =
    value === undefined
      ? USUAL_ORIGINS
      : EVIDENCE_ORIGINS.filter((origin) => Array.isArray(value) && value.includes(origin));
  const warning = sentence(findings, "warning");
  return (
    <CheckboxGroup
      legend="Who brought it"
      options={OPTIONS}
      chosen={chosen}
      onChange={(next) => set(isUsual(next) ? undefined : next)}
      hint={warning === undefined ? undefined : <span className="text-warn">{warning}</span>}
      error={sentence(findings, "error")}
    />
  );
}
