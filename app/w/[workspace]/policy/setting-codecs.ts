import { percentOfRatio, ratioOfPercent } from "@/server/domain/percent";
import { type Side, signed } from "./offset";
import type { JsonValue } from "./policy-text";

/** Converts between the text of a field and a value of the document. */
export interface FieldCodec {
  format(value: JsonValue | undefined): string;
  /** Returns the document's value; undefined omits the setting from the document. */
  parse(text: string): JsonValue | undefined;
}

/** Text as it is typed; empty text omits the setting. */
export const AS_TYPED: FieldCodec = {
  format: (value) => (typeof value === "string" || typeof value === "number" ? String(value) : ""),
  parse: (text) => (text === "" ? undefined : text),
};

/**
 * What an empty field means: no limit, as null ("none") or as an omitted setting ("absent"), no amount ("nothing"), no
 * restriction of the items ("any"), no difference between entries ("same"), or the value that applies elsewhere: of the
 * general rules ("inherited") or the default ("usual").
 */
export type Empty = "none" | "absent" | "nothing" | "any" | "same" | "inherited" | "usual";

const NONE = "none";

/** Adds to a codec what an empty field and the word "none" mean. */
export const withEmpty = (empty: Empty, { format, parse }: FieldCodec): FieldCodec => ({
  format: (value) => (value === null ? (empty === "none" ? "" : NONE) : format(value)),
  parse: (text) => {
    const trimmed = text.trim();
    if (trimmed === "") return empty === "none" ? null : undefined;
    return trimmed.toLowerCase() === NONE ? null : parse(trimmed);
  },
});

/** A ratio, typed as a percentage. */
export const PERCENT: FieldCodec = {
  format: (value) => (typeof value === "string" ? percentOfRatio(value) : AS_TYPED.format(value)),
  parse: ratioOfPercent,
};

/** A whole number. */
export const WHOLE: FieldCodec = {
  format: AS_TYPED.format,
  parse: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : text),
};

/** Names, separated by commas. */
export const LIST: FieldCodec = {
  format: (value) => (Array.isArray(value) ? value.join(", ") : ""),
  parse: (text) =>
    text
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== ""),
};

/** Adds to a codec the side of a distance, which the document stores as its sign. */
export const sided = ({ format, parse }: FieldCodec, side: Side | undefined): FieldCodec =>
  side === undefined
    ? { format, parse }
    : {
        format: (value) => format(typeof value === "string" ? value.replace(/^-/, "") : value),
        parse: (text) => {
          const value = parse(text);
          return typeof value === "string" ? signed(side, value) : "0";
        },
      };
