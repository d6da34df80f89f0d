import { z } from "zod";

/** An error in the answer of a GraphQL API. */
export const graphqlFailure = z.object({
  message: z.string(),
  path: z.array(z.unknown()).optional(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});
export type GraphqlFailure = z.output<typeof graphqlFailure>;

/** Returns an error's code; the empty text where it has none. */
export const codeOf = ({ extensions }: GraphqlFailure): string => extensions?.code ?? "";

/**
 * Returns whether all of an answer says that nothing was executed: each error has a code of a refusal, none is below
 * the operation's own field, where it occurred while the answer was built, and no field has a value.
 * @param isRefusal whether a code says that nothing was executed, or all of it was rolled back
 */
export function isUnexecuted(
  { errors, data }: { readonly errors: readonly GraphqlFailure[]; readonly data: unknown },
  isRefusal: (code: string) => boolean,
): boolean {
  const isEarly = (error: GraphqlFailure) => (error.path?.length ?? 0) <= 1 && isRefusal(codeOf(error));
  const isEmpty = typeof data === "object" && Object.values(data ?? {}).every((field) => field === null);
  return errors.every(isEarly) && (data === undefined || isEmpty);
}
