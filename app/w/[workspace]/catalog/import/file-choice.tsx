"use client";

import { clsx } from "clsx";
import { FileText, Upload, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/app/_components/ui/button";

/** Picks a file by dialog or drop. It stays chosen until another one is, so that a failed attempt can be repeated. */
export function FileChoice(props: {
  file: File | null;
  onChoose: (file: File | null) => void;
  disabled: boolean;
}) {
  const { file } = props;
  const id = useId();
  const [over, setOver] = useState(false);
  if (file)
    return (
      <div className="flex items-center gap-3 rounded-xl border border-line bg-panel px-4 py-3">
        <FileText aria-hidden className="size-5 shrink-0 text-ink-dim" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-[520]">{file.name}</p>
          <p className="num text-xs text-ink-dim">{sizeText(file.size)}</p>
        </div>
        <Button
          variant="quiet"
          size="icon"
          aria-label="Choose another file"
          disabled={props.disabled}
          onClick={() => props.onChoose(null)}
        >
          <X aria-hidden />
        </Button>
      </div>
    );
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        props.onChoose(event.dataTransfer.files[0] ?? null);
      }}
      className={clsx(
        "flex cursor-pointer flex-col items-center gap-1.5 rounded-xl border border-dashed px-6 py-8 text-center hover:bg-hover",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        over ? "border-accent bg-accent-soft" : "border-control",
      )}
    >
      <Upload aria-hidden className="size-5 text-ink-dim" />
      <span className="font-[560]">Choose a CSV, XLSX or ODS file</span>
      <span className="text-xs text-ink-dim">or drop it here; up to 64 MB. It is checked first.</span>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.ods,.xml,text/csv"
        className="sr-only"
        onChange={(event) => props.onChoose(event.target.files?.[0] ?? null)}
      />
    </label>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
