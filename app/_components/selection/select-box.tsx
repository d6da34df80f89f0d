"use client";

import { useRef } from "react";

/**
 * The checkbox that chooses a row; with Shift, every row from the one chosen before to this one. It is the browser's
 * own, because a page shows a hundred of them.
 */
export function SelectBox(props: {
  label: string;
  selected: boolean;
  onSelect: (on: boolean, range: boolean) => void;
}) {
  const withShift = useRef(false);
  return (
    <label className="-m-2 inline-flex cursor-pointer p-2 align-middle max-md:-m-3 max-md:p-3">
      <input
        type="checkbox"
        aria-label={props.label}
        checked={props.selected}
        className="size-4 cursor-pointer accent-accent max-md:size-5"
        onClick={({ shiftKey }) => {
          withShift.current = shiftKey;
        }}
        onChange={({ target }) => props.onSelect(target.checked, withShift.current)}
      />
    </label>
  );
}
