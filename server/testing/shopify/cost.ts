import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { Shop } from "./shop";

/** No query may cost more points. */
export const MAX_COST = 1000;
const MUTATION_COST = 10;

interface Query {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Returns the points that a query is charged before it runs: one for each object that it may return, ten for a
 * mutation.
 */
export function requestedCost(operation: OperationDefinitionNode, query: Query): number {
  const isMutation = operation.operation === "mutation";
  const root = isMutation ? query.schema.getMutationType() : query.schema.getQueryType();
  return (isMutation ? MUTATION_COST : 0) + costOf(operation.selectionSet, root ?? null, query, null);
}

function costOf(
  { selections }: SelectionSetNode,
  type: GraphQLOutputType | null,
  query: Query,
  rows: number | null,
): number {
  const named = type && getNamedType(type);
  if (!named || !isObjectType(named)) return 0;
  return selections.reduce((sum, selection) => {
    if (selection.kind === Kind.FIELD) {
      const field = named.getFields()[selection.name.value];
      return sum + (field ? costOfField(selection, field.type, query, rows) : 0);
    }
    const set =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : query.fragments.get(selection.name.value)?.selectionSet;
    return sum + (set ? costOf(set, named, query, rows) : 0);
  }, 0);
}

/** A connection costs its rows as often as are asked for. */
function costOfField(field: FieldNode, type: GraphQLOutputType, query: Query, rows: number | null): number {
  const named = getNamedType(type);
  if (isLeafType(named) || !field.selectionSet || named.name === "PageInfo") return 0;
  const first = field.arguments?.find(({ name }) => name.value === "first")?.value;
  if (first !== undefined) {
    const asked =
      first.kind === Kind.VARIABLE
        ? Number(query.variables[first.name.value])
        : first.kind === Kind.INT
          ? Number(first.value)
          : 0;
    return costOf(field.selectionSet, named, query, asked);
  }
  const own = 1 + costOf(field.selectionSet, named, query, null);
  return field.name.value === "nodes" ? own * (rows ?? 1) : own;
}

/** The points of an answer: its objects. */
export const actualCost = (data: unknown): number =>
  typeof data !== "object" || data === null
    ? 0
    : Object.values(data).reduce<number>((sum, each) => sum + actualCost(each), Array.isArray(data) ? 0 : 1);

/** The points that are left now. */
export function availablePoints({ bucket, settings, now }: Shop): number {
  const restored = ((now() - bucket.atMs) / 1000) * settings.restoreRate;
  return Math.min(settings.maximumAvailable, bucket.available + Math.max(0, restored));
}

/** Takes points, or gives some back. */
export function takePoints(shop: Shop, points: number): void {
  shop.bucket = { available: availablePoints(shop) - points, atMs: shop.now() };
}
