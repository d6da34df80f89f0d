import { type AnyTRPCRouter, callTRPCProcedure } from "@trpc/server";
import { permissionRefusal } from "@/server/api/authorization";
import type { ApiContext } from "@/server/api/context";
import { loggedError, type PublicError } from "@/server/api/error-response";
import type { Principal } from "@/server/auth/authenticate";
import { type Procedure, type ProcedureTable, procedureTable } from "./procedures";

/** One request of an agent: its principal, and access to the procedures on its behalf. */
export interface Session {
  readonly ctx: ApiContext & { readonly admitted: Principal };
  /** Returns the procedure of that path; throws when there is none. */
  procedure(path: string): Procedure;
  /** Whether the principal's scopes and role permit the procedure. */
  may(procedure: Procedure): boolean;
  /** Calls a procedure; throws the procedure's errors. */
  call(procedure: Procedure, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Returns the public part of an error; logs the cause of an internal failure. */
  publicError(thrown: unknown, operation: string): PublicError;
}

/** Creates sessions on the procedures of a router, which are collected once. */
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
    publicError: (thrown, operation) =>
      loggedError(ctx.services.log, thrown, { request_id: ctx.request.id, what: operation }),
  });
}
