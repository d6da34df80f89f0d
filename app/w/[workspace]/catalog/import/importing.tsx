"use client";

import { useState } from "react";
import { Count } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { whenOpened } from "@/app/_components/when-opened";
import { UNREACHABLE } from "@/app/_trpc/failure";
import { CheckEffect } from "./check-effect";
import { Faults } from "./fault-table";
import { FileChoice } from "./file-choice";
import { FORMATS, Format, type ImportKind } from "./formats";
import { ImportOutcome, RequestId } from "./import-outcome";
import type { CheckResponse, FileCheck } from "./import-response";
import { RowsChoice } from "./rows-choice";
import type { FileProgress } from "./send-file";
import { useImport } from "./use-import";

const CellChoices = whenOpened(async () => (await import("./cell-choices")).CellChoices);
const ColumnChoices = whenOpened(async () => (await import("./reading-choices")).ColumnChoices);
const ValueChoices = whenOpened(async () => (await import("./value-choices")).ValueChoices);
const ExistingChoice = whenOpened(async () => (await import("./value-choices")).ExistingChoice);

/** Imports a file of one kind: chosen, checked, mapped where needed, imported. */
export function Importing({ kind }: { kind: ImportKind }) {
  const work = useImport(kind);
  const [rows, setRows] = useState<"all" | "good">("all");
  const busy = work.progress !== null;
  const check = work.check?.state === "checked" && !work.stale ? work.check.check : null;
  const ready = check !== null && isReady(check, rows);
  const isOver = work.outcome !== null && work.outcome.state !== "refused";
  const reading = isOver ? null : work.reading;
  const isImported = work.outcome?.state === "imported" || work.outcome?.state === "taken";
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <FileChoice
          file={work.file}
          onChoose={(file) => {
            setRows("all");
            work.choose(file);
          }}
          disabled={busy}
        />
        <div className="flex flex-wrap items-center gap-3">
          {work.stale || (work.check && work.check.state !== "checked") ? (
            <Button variant="primary" loading={busy} onClick={work.checkAgain}>
              Check again
            </Button>
          ) : isImported ? null : (
            <Button variant="primary" disabled={!ready} loading={busy} onClick={() => work.send(rows)}>
              {FORMATS[kind].action}
            </Button>
          )}
          <ProgressText progress={work.settling ? null : work.progress} />
        </div>
        {check && work.outcome === null && check.fault_count > 0 ? (
          <RowsChoice check={check} rows={rows} onChange={setRows} disabled={busy} />
        ) : null}
      </div>
      {work.settling ? (
        <Banner tone="warn" title="No answer came back.">
          We are checking what became of the file. Nothing is imported twice.
        </Banner>
      ) : null}
      {work.outcome ? <ImportOutcome answer={work.outcome} kind={kind} /> : null}
      {work.check && work.check.state !== "checked" ? <Unread check={work.check} /> : null}
      {check && work.outcome === null ? <Findings check={check} kind={kind} /> : null}
      {reading ? (
        <Section title={`Read as: ${reading.title}`}>
          <div className="flex flex-col gap-4">
            <CellChoices reading={reading} choices={work.choices} disabled={busy} onChange={work.change} />
            <ValueChoices reading={reading} choices={work.choices} disabled={busy} onChange={work.change} />
            <ExistingChoice choices={work.choices} disabled={busy} onChange={work.change} />
            <ColumnChoices reading={reading} choices={work.choices} disabled={busy} onChange={work.change} />
          </div>
        </Section>
      ) : null}
      <Section title="What the file should look like">
        <Format kind={kind} />
      </Section>
    </div>
  );
}

function Unread({ check }: { check: Exclude<CheckResponse, { state: "checked" }> }) {
  return (
    <Banner tone="bad" title="The file was not read.">
      {check.state === "refused" ? check.message : UNREACHABLE}
      {check.state === "refused" ? <RequestId id={check.requestId} /> : null}
    </Banner>
  );
}

/** Whether the file can be imported as it was checked, with or without its faulty rows. */
const isReady = ({ reading, fault_count: faults, rows: good }: FileCheck, rows: "all" | "good"): boolean =>
  reading.problems.length === 0 && (faults === 0 || (rows === "good" && good > 0));

function Findings({ check, kind }: { check: FileCheck; kind: ImportKind }) {
  if (check.reading.problem !== null)
    return (
      <Banner tone="warn" title="Something has to be chosen first.">
        {check.reading.problem}
      </Banner>
    );
  return (
    <>
      <Section title="What would change">
        <CheckEffect check={check} kind={kind} />
      </Section>
      {check.fault_count > 0 ? (
        <Section title="Faults">
          <Faults faults={check.faults} count={check.fault_count} groups={check.fault_groups} />
        </Section>
      ) : null}
    </>
  );
}

function ProgressText({ progress }: { progress: FileProgress | null }) {
  return (
    <span role="status" className="num text-ink-soft">
      {progress === null ? null : progress.sent < 1 ? (
        `${Math.floor(progress.sent * 100)} % sent`
      ) : progress.of === 0 ? (
        "Sent; reading the rows"
      ) : (
        <>
          <Count value={progress.rows} /> of <Count value={progress.of} /> rows
        </>
      )}
    </span>
  );
}
