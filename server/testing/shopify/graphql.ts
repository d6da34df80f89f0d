import {
  type DocumentNode,
  execute,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";
import { actualCost, availablePoints, MAX_COST, requestedCost, takePoints } from "./cost";
import { Died, resolversOf } from "./resolvers";
import { STAND_IN_SCHEMA } from "./schema";
import type { Shop, ShopToken } from "./shop";

export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Answers one document as the Admin API does: a document that is not valid is refused whole, one that costs more points
 * than are left is not executed, and every answer says what is left.
 * @throws Died if the shop died before its answer
 */
export async function answerDocument(
  shop: Shop,
  token: ShopToken,
  { query, variables }: GraphqlRequest,
): Promise<unknown> {
  const document = parsed(query);
  if (document instanceof GraphQLError) return { errors: [document.toJSON()] };
  const invalid = validate(STAND_IN_SCHEMA, document);
  if (invalid.length > 0)
    return { errors: invalid.map((each) => ({ ...each.toJSON(), extensions: { code: "undefinedField" } })) };
  const cost = costOfDocument(document, variables);
  if (cost > MAX_COST)
    return coded("MAX_COST_EXCEEDED", `Query cost is ${cost}, which exceeds the single query max cost limit`);
  if (availablePoints(shop) < cost)
    return { ...coded("THROTTLED", "Throttled"), extensions: costOf(shop, cost, null) };
  const result = await execute({
    schema: STAND_IN_SCHEMA,
    document,
    rootValue: resolversOf(shop, token),
    variableValues: variables,
  });
  const errors = result.errors?.map((error) => {
    if (error.originalError instanceof Died) throw error.originalError;
    return error.path === undefined
      ? { ...error.toJSON(), extensions: { code: "INVALID_VARIABLE" } }
      : error.toJSON();
  });
  const actual = actualCost(result.data);
  takePoints(shop, actual);
  return { data: result.data, ...(errors ? { errors } : {}), extensions: costOf(shop, cost, actual) };
}

const coded = (code: string, message: string) => ({ errors: [{ message, extensions: { code } }] });

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function costOfDocument(document: DocumentNode, variables: Readonly<Record<string, unknown>>): number {
  const isOperation = (each: DocumentNode["definitions"][number]): each is OperationDefinitionNode =>
    each.kind === Kind.OPERATION_DEFINITION;
  const isFragment = (each: DocumentNode["definitions"][number]): each is FragmentDefinitionNode =>
    each.kind === Kind.FRAGMENT_DEFINITION;
  const fragments = new Map(document.definitions.filter(isFragment).map((each) => [each.name.value, each]));
  const query = { schema: STAND_IN_SCHEMA, fragments, variables };
  return document.definitions
    .filter(isOperation)
    .reduce((sum, operation) => sum + requestedCost(operation, query), 0);
}

const costOf = (shop: Shop, requested: number, actual: number | null) => ({
  cost: {
    requestedQueryCost: requested,
    actualQueryCost: actual,
    throttleStatus: {
      maximumAvailable: shop.settings.maximumAvailable,
      currentlyAvailable: Math.floor(availablePoints(shop)),
      restoreRate: shop.settings.restoreRate,
    },
  },
});
