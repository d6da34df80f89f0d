import { initTRPC } from "@trpc/server";
import type { z } from "zod";
import { ERRORS } from "@/server/domain/errors";
import type { ApiContext, AuthorizedContext } from "./context";
import {
  type EndpointMeta,
  type InternalDeclaration,
  type PublishedDeclaration,
  isPublished,
} from "./declaration";
import { authorize } from "./middleware/authorize";
import { publicError } from "./middleware/errors";
import { answerOnce } from "./middleware/idempotency";

const t = initTRPC
  .context<ApiContext>()
  .meta<EndpointMeta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const told = publicError(error);
      return {
        ...shape,
        message: told.message,
        data: {
          code: shape.data.code,
          httpStatus: told.status,
          error: told.code,
          requestId: ctx?.request.id ?? null,
          ...told.extra,
        },
      };
    },
  });

export const { router, createCallerFactory } = t;

/** What a resolver receives: the checked input and who acts. */
interface Call<I extends z.ZodObject> {
  readonly acting: AuthorizedContext["acting"];
  readonly caller: AuthorizedContext["caller"];
  readonly input: z.output<I>;
}

type Declared<I extends z.ZodObject, O extends z.ZodType> =
  | PublishedDeclaration<I, O>
  | InternalDeclaration<I, O>;

const codesOf = (declaration: Declared<z.ZodObject, z.ZodType>): Record<number, string> =>
  Object.fromEntries((declaration.errors ?? []).map((code) => [ERRORS[code].status, ERRORS[code].title]));

function metaOf<I extends z.ZodObject, O extends z.ZodType>(
  kind: EndpointMeta["kind"],
  declared: Declared<I, O>,
): EndpointMeta {
  const declaration: EndpointMeta["declaration"] = declared;
  if (!isPublished(declaration)) return { kind, declaration };
  return {
    kind,
    declaration,
    openapi: {
      method: declaration.method,
      path: declaration.path,
      summary: declaration.summary,
      ...(declaration.description ? { description: declaration.description } : {}),
      tags: [declaration.tag],
      ...(declaration.deprecated ? { deprecated: true } : {}),
      errorResponses: codesOf(declaration),
    },
  };
}

/** The checks before the input is looked at, in the order of the contract. */
const guarded = (meta: EndpointMeta) =>
  t.procedure.meta(meta).use(async ({ ctx, next }) => next({ ctx: await authorize(ctx, meta) }));

/** Declares an endpoint that reads. */
export function query<I extends z.ZodObject, O extends z.ZodType>(
  declaration: Declared<I, O>,
  resolve: (call: Call<I>) => Promise<z.input<O>> | z.input<O>,
) {
  return guarded(metaOf("query", declaration))
    .input(declaration.input)
    .output(declaration.output)
    .query(({ ctx, input }) => resolve({ input: input, acting: ctx.acting, caller: ctx.caller }));
}

/**
 * Declares an endpoint that changes something.
 * @param work the use case; what its transaction returns is what `present` turns into the answer
 */
export function mutation<I extends z.ZodObject, O extends z.ZodType, R>(
  declaration: Declared<I, O>,
  work: (call: Call<I>) => Promise<R>,
  present: (result: R) => z.input<O>,
) {
  const meta = metaOf("mutation", declaration);
  return guarded(meta)
    .input(declaration.input)
    .output(declaration.output)
    .mutation(({ ctx, input }) =>
      answerOnce<R, z.input<O>>(ctx, meta, input, present, (acting) =>
        work({ input: input, acting, caller: ctx.caller }),
      ),
    );
}
