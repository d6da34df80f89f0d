import { z } from "zod";
import { STREAMED } from "@/server/api/streamed-answer";
import { ToolError } from "./tool-error";

/** Pages are smaller for agents than for programs: a model reads every row. */
export const AGENT_LIMIT = 20;

/** A JSON schema whose root is an object, as tools need it. */
export type ObjectSchema = { readonly type: "object"; readonly [key: string]: unknown };

type Overridden = Parameters<NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>>[0];
type Schema = Overridden["jsonSchema"];

/**
 * The arguments of a tool, drawn from the input of its endpoint.
 * @param without inputs that are not offered and keep their defaults
 */
export function inputSchemaOf(input: z.ZodObject, without: readonly string[]): ObjectSchema {
  const offered = z.object(
    Object.fromEntries(Object.entries(input.shape).filter(([name]) => !without.includes(name))),
  );
  const { $schema: _, ...drawn } = z.toJSONSchema(offered, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema, path }) => {
      finish(jsonSchema);
      if (path.length === 2 && path[1] === "limit" && "default" in jsonSchema) {
        jsonSchema.default = AGENT_LIMIT;
        delete jsonSchema.examples;
      }
    },
  });
  return asTool(drawn);
}

/**
 * The answers of a tool: those of its endpoint, and the error. Fields may be added within v1, so none is forbidden; a
 * part that stands for a stream is left out, as agents get the JSON form.
 */
export function outputSchemaOf(output: z.ZodType): ObjectSchema {
  const { $schema: _, ...drawn } = z.toJSONSchema(z.union([output, ToolError]), {
    io: "output",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      finish(jsonSchema);
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const branches = (drawn.anyOf ?? []).flatMap((branch) => branch.anyOf ?? [branch]);
  return asTool({ ...drawn, anyOf: branches.filter((branch) => !(STREAMED in branch)) });
}

/** What the document's generator does with a schema's meta data beyond the standard, and what readers have no use for. */
function finish(schema: Schema): void {
  const { override, example } = schema;
  delete schema["override"];
  if (typeof override === "function") override({ jsonSchema: schema });
  else if (override !== null && typeof override === "object") Object.assign(schema, override);
  if (example !== undefined) schema.examples = [example];
  delete schema["example"];
  if (schema.format === "date-time") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Some providers of models know a single type alone: each of several stands as an alternative of its own. */
function oneTypeEach(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(oneTypeEach);
  if (part === null || typeof part !== "object") return part;
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, oneTypeEach(value)]));
  const { type: types, ...rest } = inner;
  if (!Array.isArray(types) || !types.every((type) => typeof type === "string")) return inner;
  return { ...rest, anyOf: types.map((type) => ({ type })) };
}

const asTool = (drawn: object): ObjectSchema => ({
  ...Object.fromEntries(Object.entries(drawn).map(([key, value]) => [key, oneTypeEach(value)])),
  type: "object",
});
