import { z } from "zod";
import { Paging, PathId } from "@/server/api/scalars";

/** Default page size for agents; smaller than for programs, because a model reads every row. */
export const AGENT_LIMIT = 20;

/** What is said of every id and page, and would be said again by every tool. */
const PLAIN: ReadonlySet<string | undefined> = new Set(
  [PathId, Paging.shape.limit, Paging.shape.cursor].map(({ description }) => description),
);

/** A JSON schema whose root is an object, as MCP requires for tools. */
export type ObjectSchema = { readonly type: "object"; readonly [key: string]: unknown };

type Overridden = Parameters<NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>>[0];
type Schema = Overridden["jsonSchema"];

/**
 * Returns the JSON schema of a tool's arguments, derived from the input of its endpoint. A model pays for each
 * character in every conversation, so what each tool would repeat is left out: that ids are opaque, how
 * pages and times are written, how long texts may be (one of another length is refused with its limit).
 * @param without inputs that tools do not offer and that keep their defaults
 */
export function inputSchemaOf(input: z.ZodObject, without: readonly string[]): ObjectSchema {
  const offered = z.object(
    Object.fromEntries(Object.entries(input.shape).filter(([name]) => !without.includes(name))),
  );
  const { $schema: _, ...generated } = z.toJSONSchema(offered, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema, path }) => {
      finish(jsonSchema);
      if (path.length === 2 && path[1] === "limit" && "default" in jsonSchema)
        jsonSchema.default = AGENT_LIMIT;
      if (jsonSchema.description && PLAIN.has(jsonSchema.description)) {
        delete jsonSchema.description;
        delete jsonSchema.examples;
      }
    },
  });
  return asTool(generated);
}

/**
 * Applies a schema's meta data beyond the standard, as the OpenAPI generator does, and removes keywords that are of
 * no use to readers.
 */
function finish(schema: Schema): void {
  const { override, example } = schema;
  delete schema["override"];
  if (typeof override === "function") override({ jsonSchema: schema });
  else if (override !== null && typeof override === "object") Object.assign(schema, override);
  if (example !== undefined) schema.examples = [example];
  delete schema["example"];
  delete schema.propertyNames;
  // Without it every value is permitted as well, and a strict reader takes the empty schema for a mistake.
  const { additionalProperties: any } = schema;
  if (typeof any === "object" && Object.keys(any).length === 0) delete schema.additionalProperties;
  if (schema.format === "date-time") {
    delete schema.pattern;
    delete schema.examples;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Some model providers support only a single type, so each of several becomes an alternative in `anyOf`. */
function oneTypeEach(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(oneTypeEach);
  if (part === null || typeof part !== "object") return part;
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, oneTypeEach(value)]));
  if (inner["type"] === "string") shorten(inner);
  const { type: types, ...rest } = inner;
  if (!Array.isArray(types) || !types.every((type) => typeof type === "string")) return inner;
  return { ...rest, anyOf: types.map((type) => ({ type })) };
}

/** Removes from a text's schema what the formats of the contract say already; parts written by hand have it too. */
function shorten(text: Record<string, unknown>): void {
  delete text["maxLength"];
  delete text["minLength"];
  // An example says how it is written; the service names the rule when it refuses.
  if (text["examples"] !== undefined) delete text["pattern"];
  if (text["format"] !== "date-time") return;
  for (const key of ["pattern", "example", "examples"]) delete text[key];
}

const asTool = (generated: object): ObjectSchema => ({
  ...Object.fromEntries(Object.entries(generated).map(([key, value]) => [key, oneTypeEach(value)])),
  type: "object",
});
