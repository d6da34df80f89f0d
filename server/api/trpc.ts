import { initTRPC, type TRPCMutationProcedure, type TRPCQueryProcedure } from "@trpc/server";
import type { z } from "zod";
import { checkDeprecation } from "@/server/domain/deprecation";
import { ERRORS } from "@/server/domain/errors";
import { recordSupportView } from "@/server/usecases/support/view";
import type { ApiContext, AuthorizedContext } from "./context";
import {
  type EndpointMeta,
  type InternalDeclaration,
  isPublished,
  type OpenMeta,
  type PublishedDeclaration,
} from "./declaration";
import { authorize } from "./middleware/authorize";
import { publicError } from "./middleware/errors";
import { answerOnce } from "./middleware/idempotency";
import { noteUse } from "./middleware/note-use";

const t = initTRPC
  .context<ApiContext>()
  .meta<EndpointMeta | OpenMeta>()
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

export const { router, mergeRouters, createCallerFactory } = t;

/** Where the procedures of people and visitors begin that belong to no workspace; everything else is declared. */
export const openProcedure = (open: OpenMeta["open"]) => t.procedure.meta({ open });

/** What a resolver receives: the checked input and who acts. */
interface Call<I extends z.ZodObject> {
  readonly context: AuthorizedContext["context"];
  readonly principal: AuthorizedContext["principal"];
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
  if (declaration.deprecated) checkDeprecation(declaration.path, declaration.deprecated);
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
  t.procedure.meta(meta).use(async ({ ctx, next, path, getRawInput }) => {
    const authorized = await authorize(ctx, meta);
    const { context, principal } = authorized;
    if (principal.support)
      await recordSupportView(context, principal.support.id, { operation: path, input: await getRawInput() });
    const result = await next({ ctx: authorized });
    if (!ctx.principal) noteUse(ctx.services, authorized.principal);
    return result;
  });

/**
 * Says again, for the compiler, what the schemas of a declaration have already checked at run time: the generic
 * declaration cannot be followed through the procedure builder's own conditional types.
 */
const checkedAs = <T>(value: unknown): T => value as T;

const asPresented = (value: unknown): unknown => value;

/** Declares an endpoint that reads. */
export function query<I extends z.ZodObject, O extends z.ZodType>(
  declaration: Declared<I, O>,
  resolve: (call: Call<I>) => Promise<z.input<O>> | z.input<O>,
) {
  const { input, output }: { input: z.ZodObject; output: z.ZodType } = declaration;
  const procedure = guarded(metaOf("query", declaration))
    .input(input)
    .output(declaration.presented ? asPresented : output)
    .query(({ ctx, input: given }) =>
      resolve({ input: checkedAs<z.output<I>>(given), context: ctx.context, principal: ctx.principal }),
    );
  return checkedAs<TRPCQueryProcedure<{ input: z.input<I>; output: z.output<O>; meta: EndpointMeta }>>(
    procedure,
  );
}

/**
 * Declares an endpoint that changes something.
 * @param work the use case; what its transaction returns is what `present` turns into the answer
 */
export function mutation<I extends z.ZodObject, O extends z.ZodType, R>(
  declaration: Declared<I, O>,
  work: (call: Call<I>) => Promise<R>,
  present: (result: R, nowMs: number) => z.input<O>,
) {
  const meta = metaOf("mutation", declaration);
  const { input, output }: { input: z.ZodObject; output: z.ZodType } = declaration;
  const procedure = guarded(meta)
    .input(input)
    .output(output)
    .mutation(({ ctx, input: given }) =>
      answerOnce(
        ctx,
        meta,
        given,
        (result: R) => present(result, ctx.services.now()),
        (context) => work({ input: checkedAs<z.output<I>>(given), context, principal: ctx.principal }),
      ),
    );
  return checkedAs<TRPCMutationProcedure<{ input: z.input<I>; output: z.output<O>; meta: EndpointMeta }>>(
    procedure,
  );
}
