"use client";

import { Count } from "@/app/_components/pricing/price";
import { Banner } from "@/app/_components/ui/banner";
import { CopyButton } from "@/app/_components/ui/copy-field";
import { FaultTable } from "./fault-table";
import type { ImportKind } from "./formats";
import type { ImportResponse } from "./import-response";
import { NextSteps } from "./next-steps";

/** The result of an import: its counts, or every error with its row and the note that nothing was changed. */
export function ImportOutcome({ answer: response, kind }: { answer: ImportResponse; kind: ImportKind }) {
  if (response.state === "refused") return <Refused answer={response} />;
  if (response.state === "not_taken")
    return (
      <Banner tone="warn" title="Nothing was imported.">
        The file did not arrive completely. It is still chosen: import it again.
      </Banner>
    );
  if (response.state === "taken")
    return (
      <div className="flex flex-col gap-3">
        <Banner tone="good" title="Imported.">
          The answer with its counts was lost; the catalog shows what is stored now.
        </Banner>
        <NextSteps kind={kind} />
      </div>
    );
  if (response.state === "unknown")
    return (
      <Banner tone="warn" title="The answer was lost; the file may have been imported.">
        Importing it again is safe: rows that are there already stay as they are.
      </Banner>
    );
  return <Imported counts={response.counts} kind={kind} />;
}

function Imported({
  counts,
  kind,
}: {
  counts: Extract<ImportResponse, { state: "imported" }>["counts"];
  kind: ImportKind;
}) {
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="good" title="Imported.">
        <Count value={counts.rows} /> {counts.rows === 1 ? "row" : "rows"}: <Count value={counts.created} />{" "}
        new
        {kind !== "observations" ? (
          <>
            , <Count value={counts.updated} /> changed
          </>
        ) : null}
        , <Count value={counts.unchanged} /> as before.
        {counts.refused > 0 ? (
          <>
            {" "}
            <Count value={counts.refused} /> {counts.refused === 1 ? "row was" : "rows were"} left out.
          </>
        ) : null}
        {counts.skipped > 0 ? (
          <>
            {" "}
            <Count value={counts.skipped} /> {counts.skipped === 1 ? "row was" : "rows were"} left out, not
            for a fault.
          </>
        ) : null}
        {counts.notices.map((notice) => (
          <p key={notice} className="mt-1">
            {notice}
          </p>
        ))}
      </Banner>
      <NextSteps kind={kind} />
    </div>
  );
}

function Refused({ answer: response }: { answer: Extract<ImportResponse, { state: "refused" }> }) {
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="bad" title="The file was not taken.">
        {response.message}
        {response.faults.length > 0 ? " Correct the rows below and import the file again." : ""}
        {response.faults.length === 0 ? <RequestId id={response.requestId} /> : null}
      </Banner>
      {response.faults.length > 0 ? <FaultTable faults={response.faults} /> : null}
    </div>
  );
}

/** The id of a request that failed, which support asks for. */
export function RequestId({ id }: { id: string | undefined }) {
  if (!id) return null;
  return (
    <span className="mt-1 flex items-center text-xs">
      Request {id}
      <CopyButton value={id} label="Copy request id" />
    </span>
  );
}
