import type { JsonValue } from "./policy-text";

/** On which side of the market figure a price lies. */
export type Side = "meet" | "below" | "above";

/**
 * Splits a signed decimal of the document into side and distance: "-0.01" is "0.01" below. Text that is no number is
 * returned unchanged as "above".
 */
export function distanceOf(value: JsonValue | undefined): { readonly side: Side; readonly distance: string } {
  if (typeof value !== "string" || /^-?0*(\.0*)?$/.test(value)) return { side: "meet", distance: "0" };
  return value.startsWith("-")
    ? { side: "below", distance: value.slice(1) }
    : { side: "above", distance: value };
}

/** Joins side and distance to the signed decimal of the document: "0.01" below is "-0.01". */
export const signed = (side: Side, distance: string): string => {
  const size = distance.replace(/^-/, "");
  return side === "below" && !/^0*(\.0*)?$/.test(size) ? `-${size}` : size;
};
