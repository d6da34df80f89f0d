import type { Operation } from "@trpc/client";

const ALONE = "sentAlone";

/**
 * The context of a query that is sent in a request of its own. Queries of the same moment share a request otherwise,
 * and are answered when the slowest of them is.
 */
export const SENT_ALONE: Readonly<Record<string, unknown>> = { [ALONE]: true };

export const isSentAlone = ({ context }: Pick<Operation, "context">): boolean => context[ALONE] === true;
