import { type AnyTRPCRouter, callTRPCProcedure } from "@trpc/server";
import type { ApiContext } from "@/server/api/context";
import { permissionRefusal } from "@/server/api/pipeline";
import { loggedError, type PublicError } from "@/server/api/public-error";
import type { Principal } from "@/server/auth/authenticate";
import { type Procedure, type ProcedureTable, procedureTable } from "./procedures";

/** One request of an agent: who asks, and the way to the procedures in its name. */
export interface Session {
  readonly ctx: ApiContext & { readonly admitted: Principal };
  /** The procedure of that path; throws where the router has none. */
  procedure(path: string): Procedure;
  /** Whether this caller's scopes and role allow the procedure. */
  may(procedure: Procedure): boolean;
  /** Carries a procedure out; throws as it does. */
  call(procedure: Procedure, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The public part of an error; the cause of an internal failure is logged. */
  publicError(thrown: unknown, what: string): PublicError;
}

/** Opens sessions on the procedures of a router, which are looked through once. */
export function sessionsOn(router: AnyTRPCRouter): (ctx: Session["ctx"]) => Session {
  const table: ProcedureTable = procedureTable(router);
  return (ctx) => ({
    ctx,
    procedure: (path) => table.get(path),
    may: ({ meta }) => permissionRefusal(ctx.admitted, meta) === null,
    call: ({ path, meta }, input) =>
      callTRPCProcedure({
        router,
        path,
        type: meta.kind,
        ctx,
        getRawInput: () => Promise.resolve(input),
        signal: undefined,
        batchIndex: 0,
      }),
    publicError: (thrown, what) =>
      loggedError(ctx.services.log, thrown, { request_id: ctx.request.id, what }),
  });
}
