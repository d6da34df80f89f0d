"use client";

import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { LOST_CODES } from "@/server/domain/pricing/lint-overlaps";
import { type Draft, draftPathLabel } from "./draft";

/**
 * Findings about a draft, errors first.
 * @param props.onMove moves constraints that are lost to the limits; undefined for those who may not change the policy
 */
export function Findings(props: {
  draft: Pick<Draft, "json">;
  findings: readonly PolicyFinding[];
  onMove?: (() => void) | undefined;
}) {
  const { draft, findings, onMove } = props;
  const errors = findings.filter(({ level }) => level === "error");
  const warnings = findings.filter(({ level }) => level === "warning");
  const list = (rows: readonly PolicyFinding[]) =>
    rows.map(({ path, message }, index) => (
      <span key={index} className="block" title={path}>
        <span className="font-[560]">{draftPathLabel(draft, path)}</span>: {message}
      </span>
    ));
  return (
    <div className="mt-4 flex flex-col gap-2" aria-live="polite">
      {errors.length > 0 ? (
        <Banner tone="bad" title="It cannot be activated as it is.">
          {list(errors)}
        </Banner>
      ) : null}
      {warnings.length > 0 ? (
        <Banner tone="warn" title="Is this intended?">
          {list(warnings)}
        </Banner>
      ) : null}
      {onMove && findings.some(({ code }) => LOST_CODES.has(code)) ? (
        <Button className="self-start" onClick={onMove}>
          Move what is lost to the limits
        </Button>
      ) : null}
    </div>
  );
}
