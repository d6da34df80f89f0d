"use client";

import { ActionBar } from "@/app/_components/shell/action-bar";
import { Button } from "@/app/_components/ui/button";
import { refusalText } from "@/app/_session/only-for";
import { useWorkspace } from "@/app/_session/workspace";
import type { Draft } from "./draft";

/** What is done with a draft, always in sight: it is previewed, tried on past runs, and activated. */
export function DraftBar(props: {
  draft: Draft;
  isChanged: boolean;
  isKept: boolean;
  onPreview: () => void;
  onTry: () => void;
  onActivate: () => void;
}) {
  const { draft, isChanged } = props;
  const { may } = useWorkspace();
  const mayChange = may("settings:policy");
  const unreadable = draft.document === null;
  const refused = unreadable || draft.findings.some(({ level }) => level === "error");
  return (
    <ActionBar
      className="sticky bottom-0 z-10 md:-mx-5"
      note={<DraftState {...props} mayChange={mayChange} />}
    >
      <Button variant="primary" disabled={!mayChange || !isChanged || refused} onClick={props.onActivate}>
        Activate…
      </Button>
      <Button disabled={!mayChange || unreadable} onClick={props.onPreview}>
        Preview
      </Button>
      <Button disabled={!mayChange || unreadable} onClick={props.onTry}>
        Try on past runs
      </Button>
    </ActionBar>
  );
}

function DraftState(props: { draft: Draft; isChanged: boolean; isKept: boolean; mayChange: boolean }) {
  const { draft, isChanged } = props;
  const { role } = useWorkspace();
  if (!props.mayChange) return refusalText(role, "settings:policy", "change it");
  if (!isChanged) return "Nothing is changed.";
  const errors = draft.findings.filter(({ level }) => level === "error").length;
  const remarks = draft.findings.length - errors;
  const forbids =
    draft.unreadable === null
      ? errors === 0
        ? null
        : `Blocked by ${counted(errors, "error", "errors")}.`
      : "This is not JSON.";
  const kept = props.isKept
    ? "Not active yet. This browser keeps the draft until it is activated or discarded."
    : "Not active yet, and this browser cannot keep the draft: activate it before you leave.";
  return [
    forbids ??
      (remarks === 0 ? null : `${counted(remarks, "warning", "warnings")}; it can still be activated.`),
    kept,
  ]
    .filter(Boolean)
    .join(" ");
}

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;
