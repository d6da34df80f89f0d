import { useId } from "react";
import { Count } from "@/app/_components/pricing/price";
import type { FileCheck } from "./import-response";

/** Whether the good rows are taken although others have faults. */
export function RowsChoice(props: {
  check: FileCheck;
  rows: "all" | "good";
  onChange: (rows: "all" | "good") => void;
  disabled: boolean;
}) {
  const name = useId();
  const { rows: good, refused } = props.check;
  const choice = (value: "all" | "good", text: React.ReactNode) => (
    <label className="flex min-h-6 items-start gap-2 max-md:min-h-11 max-md:items-center">
      <input
        type="radio"
        name={name}
        checked={props.rows === value}
        disabled={props.disabled || (value === "good" && good === 0)}
        onChange={() => props.onChange(value)}
        className="mt-1 accent-accent max-md:mt-0"
      />
      <span>{text}</span>
    </label>
  );
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-[13px] font-[560]">
        <Count value={refused} /> {refused === 1 ? "row has a fault" : "rows have faults"}
      </legend>
      {choice("all", "Import nothing until every row is correct")}
      {choice(
        "good",
        <>
          Take the <Count value={good} /> good {good === 1 ? "row" : "rows"} and leave out the rest
        </>,
      )}
    </fieldset>
  );
}
