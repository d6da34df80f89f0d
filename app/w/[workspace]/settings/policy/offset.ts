import type { JsonValue } from "./policy-text";

/** Where a price lies from the market figure it is measured against. */
export type Side = "meet" | "below" | "above";

/** A signed number of the document as side and distance: "-0.01" is "0.01" below. What is no number is above as it is. */
export function distanceOf(value: JsonValue | undefined): { readonly side: Side; readonly distance: string } {
  if (typeof value !== "string" || /^-?0*(\.0*)?$/.test(value)) return { side: "meet", distance: "0" };
  return value.startsWith("-")
    ? { side: "below", distance: value.slice(1) }
    : { side: "above", distance: value };
}

/** A distance on a side as the number that the document holds: "0.01" below is "-0.01". */
export const signed = (side: Side, distance: string): string => {
  const size = distance.replace(/^-/, "");
  return side === "below" && !/^0*(\.0*)?$/.test(size) ? `-${size}` : size;
};
