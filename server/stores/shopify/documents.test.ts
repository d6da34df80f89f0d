import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  NoDeprecatedCustomRule,
  parse,
  specifiedRules,
  validate,
} from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { API_VERSION, DOCUMENTS } from "@/server/stores/shopify/documents";
import { type OfficialSchema, officialSchemas } from "@/server/testing/shopify/official-schemas";
import { STAND_IN_SCHEMA } from "@/server/testing/shopify/schema";

let official: readonly OfficialSchema[] = [];
beforeAll(async () => {
  official = await officialSchemas();
}, 300_000);

const RULES = [...specifiedRules, NoDeprecatedCustomRule];

describe("what the connector sends to a Shopify shop", () => {
  it("is for a version that has an official schema, and a later one to look ahead to", () => {
    const versions = official.map(({ version }) => version);
    expect(versions).toContain(API_VERSION);
    expect(versions.filter((version) => version > API_VERSION)).not.toEqual([]);
  });

  it.each(Object.entries(DOCUMENTS))("%s is valid in each of them, without a deprecated field", (_, text) => {
    const faults = official.flatMap(({ version, schema }) =>
      validate(schema, parse(text), RULES).map(({ message }) => `${version}: ${message}`),
    );
    expect(faults).toEqual([]);
  });

  it("is answered by a stand-in whose every field is one of theirs", () => {
    const faults = official.flatMap(({ version, schema }) =>
      standInTypes().flatMap((type) => differences(type, schema).map((each) => `${version}: ${each}`)),
    );
    expect(faults).toEqual([]);
  });
});

const standInTypes = (): GraphQLNamedType[] =>
  Object.values(STAND_IN_SCHEMA.getTypeMap()).filter(({ name }) => !name.startsWith("__"));

/** The fields, arguments and values of a type that the official type does not have, or has otherwise. */
function differences(type: GraphQLNamedType, schema: GraphQLSchema): string[] {
  const theirs = schema.getType(type.name);
  if (!theirs) return [`${type.name} is missing`];
  if (isEnumType(type) && isEnumType(theirs)) {
    const known = new Set(theirs.getValues().map(({ name }) => name));
    return type.getValues().flatMap(({ name }) => (known.has(name) ? [] : [`${type.name} has no ${name}`]));
  }
  if (isObjectType(type) && isObjectType(theirs))
    return Object.values(type.getFields()).flatMap((field) => {
      const at = `${type.name}.${field.name}`;
      const known = theirs.getFields()[field.name];
      return [
        ...differs(at, field.type, known?.type),
        ...field.args.flatMap(({ name, type: given }) =>
          differs(`${at}(${name})`, given, known?.args.find((each) => each.name === name)?.type),
        ),
      ];
    });
  if (isInputObjectType(type) && isInputObjectType(theirs))
    return Object.values(type.getFields()).flatMap((field) =>
      differs(`${type.name}.${field.name}`, field.type, theirs.getFields()[field.name]?.type),
    );
  return type.astNode?.kind === theirs.astNode?.kind || theirs.constructor === type.constructor
    ? []
    : [`${type.name} is of another kind`];
}

const differs = (at: string, ours: { toString(): string }, theirs: { toString(): string } | undefined) =>
  String(ours) === String(theirs) ? [] : [`${at} is ${String(theirs)}, not ${String(ours)}`];
