"use client";

import { useId, useRef } from "react";
import { Field } from "@/app/_components/ui/field";
import { Textarea } from "@/app/_components/ui/textarea";
import { type Draft, draftPathLabel } from "./draft";
import { jsonPlaces, lineAt, lineOfPath, type TextPlace } from "./json-places";

interface Fault extends TextPlace {
  readonly text: string;
  readonly tone: "error" | "warning";
}

/** The draft as JSON, with its faults by line; a fault selects its line. */
export function JsonEditor(props: {
  text: string;
  draft: Draft;
  readOnly: boolean;
  onChange: (text: string) => void;
}) {
  const { text, draft } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const faults = faultsOf(text, draft);
  function select({ line, from, to }: Fault) {
    const element = area.current;
    if (!element) return;
    element.focus();
    element.setSelectionRange(from, to);
    const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
    element.scrollTop = Math.max(0, (line - 4) * lineHeight);
  }
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Policy document"
        error={draft.unreadable}
        hint="What is left out takes the default. Ratios are decimal fractions: 0.2 is 20 %."
      >
        <Textarea
          ref={area}
          spellCheck={false}
          rows={24}
          code
          readOnly={props.readOnly}
          value={text}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </Field>
      {faults.length === 0 ? null : <Faults faults={faults} onSelect={select} />}
    </div>
  );
}

function Faults({ faults, onSelect }: { faults: readonly Fault[]; onSelect: (fault: Fault) => void }) {
  const id = useId();
  return (
    <div>
      <h3 id={id} className="sr-only">
        Faults of the document by line
      </h3>
      <ul aria-labelledby={id} className="text-xs">
        {faults.map((fault, index) => (
          <li key={index} className="border-t border-line-soft first:border-0">
            <button
              type="button"
              onClick={() => onSelect(fault)}
              className="flex w-full items-baseline gap-3 rounded-md py-1.5 text-left hover:bg-hover max-md:min-h-11"
            >
              <span className="num shrink-0 text-ink-dim">Line {fault.line}</span>
              <span className={fault.tone === "error" ? "text-bad" : "text-warn"}>{fault.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function faultsOf(text: string, draft: Draft): Fault[] {
  const places = jsonPlaces(text);
  if (places.brokenAt !== null)
    return [{ ...lineAt(text, places.brokenAt), text: "From here on it is not JSON.", tone: "error" }];
  return draft.findings
    .map(({ path, message, level }) => ({
      ...lineOfPath(text, places, path),
      text: `${draftPathLabel(draft, path)}: ${message}`,
      tone: level,
    }))
    .sort((a, b) => a.line - b.line);
}
