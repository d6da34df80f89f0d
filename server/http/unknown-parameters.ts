import type { oas31 } from "zod-openapi";
import { nearestWord } from "@/server/domain/nearest-word";
import type { Route } from "./routes";

/** A query parameter of a request that the endpoint does not have and ignored. */
interface ParameterWarning {
  readonly code: "unknown_parameter";
  readonly parameter: string;
  readonly message: string;
  /** The most similar one that the endpoint has, if any is similar. */
  readonly did_you_mean?: string;
}

/** How the OpenAPI document describes the warnings of an answer. */
export const WARNINGS: oas31.SchemaObject = {
  type: "array",
  description: "There only where something of the request was ignored.",
  items: {
    type: "object",
    required: ["code", "message"],
    properties: {
      code: { type: "string", examples: ["unknown_parameter"] },
      message: { type: "string" },
      parameter: {
        type: "string",
        description: "The query parameter that was ignored.",
        examples: ["staus"],
      },
      did_you_mean: { type: "string", description: "A similar one that there is.", examples: ["status"] },
    },
  },
};

/** A response names at most so many, and so many characters of each: they are the sender's own text. */
const MOST = 10;
const LONGEST = 100;

/** Returns a warning for each query parameter that the endpoint ignores, in their order. */
export function unknownParameters(route: Route, query: string): readonly ParameterWarning[] {
  if (query === "") return [];
  const isRead = route.declaration.method === "GET";
  const known = isRead
    ? Object.keys(route.declaration.input.shape).filter((name) => !route.parameters.includes(name))
    : [];
  const unknown = new Set([...new URLSearchParams(query).keys()].filter((name) => !known.includes(name)));
  return [...unknown].slice(0, MOST).map((name) => warningOf(name.slice(0, LONGEST), known, isRead));
}

function warningOf(parameter: string, known: readonly string[], isRead: boolean): ParameterWarning {
  const nearest = nearestWord(parameter, known);
  const ignored = `The query parameter ${parameter} is unknown and was ignored`;
  const rest = isRead ? (nearest === null ? "." : `; did you mean ${nearest}?`) : ": this reads its body.";
  return {
    code: "unknown_parameter",
    parameter,
    message: `${ignored}${rest}`,
    ...(nearest === null ? {} : { did_you_mean: nearest }),
  };
}
