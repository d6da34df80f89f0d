import type { AnyTRPCRouter } from "@trpc/server";
import { type EndpointMeta, isOpen } from "@/server/api/declaration";
import { allProcedures, metaOf } from "../routes";

/** A procedure that agents may call, by its path in the router. */
export interface Procedure {
  readonly path: string;
  readonly meta: EndpointMeta;
}

export interface ProcedureTable {
  /** Throws for an unknown procedure, because paths are constants in the code. */
  get(path: string): Procedure;
}

/** Returns every procedure of the router that belongs to a workspace. */
export function procedureTable(router: AnyTRPCRouter): ProcedureTable {
  const table = new Map<string, Procedure>();
  for (const [path, procedure] of allProcedures(router)) {
    const meta = metaOf(procedure);
    if (!isOpen(meta)) table.set(path, { path, meta });
  }
  return {
    get(path) {
      const found = table.get(path);
      if (!found) throw new Error(`there is no procedure ${path}`);
      return found;
    },
  };
}
