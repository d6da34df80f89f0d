/**
 * The steps of every request to an endpoint, in the order of the contract, whether it came by REST, from the browser
 * or from an agent:
 *
 *   authenticate → limit rate → resolve workspace → authorize → parse → handle → present
 *
 * The first four are `admit` (`admission.ts`), for uploads too. `query` and `mutation` declare an endpoint and add the
 * rest: the declaration's schema parses the input (422), the use case handles it, once per Idempotency-Key, and the
 * declaration's presenter makes the answer.
 */
import type { TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import type { z } from "zod";
import { withOrigin } from "@/server/usecases/report";
import { recordSupportView } from "@/server/usecases/support/view";
import { admit, readmit } from "./admission";
import { authenticateRequest } from "./authentication";
import { authorize, notForVisitors } from "./authorization";
import type { AuthorizedContext } from "./context";
import { type Declared, type EndpointMeta, endpointMeta } from "./declaration";
import { runOnce } from "./idempotency";
import { recordUse } from "./record-use";
import { StreamedResponse } from "./streamed-response";
import { procedure } from "./trpc";
import { withoutAddresses } from "./without-addresses";

/** The arguments of a handler: the parsed input, the request context and the principal. */
interface Call<I extends z.ZodObject> {
  readonly context: AuthorizedContext["context"];
  readonly principal: AuthorizedContext["principal"];
  readonly input: z.output<I>;
}

interface QueryCall<I extends z.ZodObject> extends Call<I> {
  /**
   * Authenticates and authorizes the request again, for an answer that goes on for longer. Throws if it is refused by
   * now.
   */
  readonly recheck: () => Promise<void>;
}

/** Declares an endpoint that reads. */
export function query<I extends z.ZodObject, O extends z.ZodType>(
  declaration: Declared<I, O>,
  handle: (call: QueryCall<I>) => Promise<z.input<O>> | z.input<O>,
) {
  const { input, output }: { input: z.ZodObject; output: z.ZodType } = declaration;
  const meta = endpointMeta("query", declaration);
  const endpoint = withAdmission(meta)
    .input(input)
    .output(declaration.presented ? asPresented : output)
    .query(({ ctx, input: parsed }) =>
      handle({
        input: checkedAs<z.output<I>>(parsed),
        context: ctx.context,
        principal: ctx.principal,
        recheck: async () => void authorize(await authenticateRequest(ctx), meta, null),
      }),
    );
  return checkedAs<TRPCQueryProcedure<{ input: z.input<I>; output: z.output<O>; meta: EndpointMeta }>>(
    endpoint,
  );
}

/**
 * Declares an endpoint that changes something.
 * @param handle the use case
 * @param present converts the result of the use case's transaction to the response
 */
export function mutation<I extends z.ZodObject, O extends z.ZodType, R>(
  declaration: Declared<I, O>,
  handle: (call: Call<I>) => Promise<R>,
  present: (result: R, nowMs: number) => z.input<O>,
) {
  const { input, output }: { input: z.ZodObject; output: z.ZodType } = declaration;
  const endpoint = withAdmission(endpointMeta("mutation", declaration))
    .input(input)
    .output(output)
    .mutation(({ ctx, input: parsed }) =>
      runOnce(
        ctx,
        declaration.repeats ?? "replay",
        parsed,
        (result: R) => present(result, ctx.services.now()),
        (context) => handle({ input: checkedAs<z.output<I>>(parsed), context, principal: ctx.principal }),
      ),
    );
  return checkedAs<TRPCMutationProcedure<{ input: z.input<I>; output: z.output<O>; meta: EndpointMeta }>>(
    endpoint,
  );
}

/** The steps before parsing may look at the input too, and a body can be read once only. */
const inputReadOnce = procedure.use(({ next, getRawInput }) => {
  let input: Promise<unknown> | null = null;
  return next({ getRawInput: () => (input ??= getRawInput()) });
});

/** A procedure whose requests are admitted before their input is parsed. */
const withAdmission = (meta: EndpointMeta) =>
  inputReadOnce.meta(meta).use(async ({ ctx, next, path, getRawInput }) => {
    const first = await admit(ctx, meta, path, getRawInput);
    // An input that cannot be read is refused where it is parsed.
    await getRawInput().catch(() => null);
    const admitted = await readmit(first, meta, path, getRawInput);
    const { context, principal } = admitted;
    if (principal.support)
      await recordSupportView(context, principal.support.id, { operation: path, input: await getRawInput() });
    const result = await withOrigin({ request: ctx.request.id }, () => next({ ctx: admitted }));
    if (!ctx.admitted) recordUse(ctx.services, principal);
    if (!principal.readsDemo || !result.ok) return result;
    // A stream holds a connection, and would pass what hides people.
    if (result.data instanceof StreamedResponse) throw notForVisitors(meta.declaration.scope);
    return { ...result, data: withoutAddresses(result.data) };
  });

/**
 * Casts a value that the schemas of a declaration have validated at run time: the types of the generic declaration
 * cannot be carried through the procedure builder's conditional types.
 */
const checkedAs = <T>(value: unknown): T => value as T;

const asPresented = (value: unknown): unknown => value;
