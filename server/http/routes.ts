import type { AnyTRPCProcedure, AnyTRPCRouter } from "@trpc/server";
import type { z } from "zod";
import {
  type EndpointMeta,
  isOpen,
  isPublished,
  type OpenMeta,
  type PublishedDeclaration,
} from "@/server/api/declaration";
import { numberNames } from "./digits";

/** A published procedure with its parsed path. */
export interface Route {
  readonly procedurePath: string;
  readonly procedure: AnyTRPCProcedure;
  readonly kind: "query" | "mutation";
  readonly declaration: PublishedDeclaration<z.ZodObject, z.ZodType>;
  readonly segments: readonly string[];
  readonly parameters: readonly string[];
  /** Inputs that are whole numbers, which a query carries as digits. */
  readonly numbers: readonly string[];
}

/** A matching path: its routes by method, and the values of its parameters. */
export interface Match {
  readonly routes: ReadonlyMap<string, Route>;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Returns the declaration of a procedure. Throws for one that declares neither a permission nor that it is open. */
export function metaOf(procedure: AnyTRPCProcedure): EndpointMeta | OpenMeta {
  const meta = procedure._def.meta as EndpointMeta | OpenMeta | undefined;
  if (!meta) throw new Error("a procedure was made without a declaration");
  return meta;
}

/** Returns every procedure of the router with its path, published or not. */
export function allProcedures(router: AnyTRPCRouter): [string, AnyTRPCProcedure][] {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures;
  return Object.entries(procedures);
}

/** Returns every published endpoint of the router, in its order. */
export function publishedRoutes(router: AnyTRPCRouter): Route[] {
  return allProcedures(router).flatMap(([procedurePath, procedure]) => {
    const meta = metaOf(procedure);
    if (isOpen(meta) || !isPublished(meta.declaration)) return [];
    const { declaration, kind } = meta;
    const segments = declaration.path.slice(1).split("/");
    const parameters = segments.filter((s) => s.startsWith("{")).map((s) => s.slice(1, -1));
    const numbers = numberNames(declaration.input);
    return [{ procedurePath, procedure, kind, declaration, segments, parameters, numbers }];
  });
}

/**
 * Returns the paths of the files that only Pricecheck's pages download, with the procedure that streams each.
 */
export function pageDownloads(router: AnyTRPCRouter): ReadonlyMap<string, string> {
  const downloads = new Map<string, string>();
  for (const [procedurePath, procedure] of allProcedures(router)) {
    const meta = metaOf(procedure);
    if (isOpen(meta) || isPublished(meta.declaration) || !meta.declaration.download) continue;
    downloads.set(meta.declaration.download, procedurePath);
  }
  return downloads;
}

/** Builds the route lookup once; literal segments take precedence over parameters. */
export function routeTable(routes: readonly Route[]): (path: string) => Match | null {
  const literal = new Map<string, Map<string, Route>>();
  const patterns: { segments: readonly string[]; routes: Map<string, Route> }[] = [];
  for (const route of routes) {
    const path = `/${route.segments.join("/")}`;
    let byMethod = literal.get(path);
    if (!byMethod) {
      byMethod = new Map();
      literal.set(path, byMethod);
      if (route.parameters.length > 0) patterns.push({ segments: route.segments, routes: byMethod });
    }
    byMethod.set(route.declaration.method, route);
  }
  return (path) => {
    const exact = path.includes("{") ? undefined : literal.get(path);
    if (exact) return { routes: exact, parameters: {} };
    const parts = path.slice(1).split("/");
    for (const pattern of patterns) {
      const parameters = bind(pattern.segments, parts);
      if (parameters) return { routes: pattern.routes, parameters };
    }
    return null;
  };
}

function bind(segments: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (segments.length !== parts.length) return null;
  const bound: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    const part = parts[i] ?? "";
    if (segment.startsWith("{")) {
      if (part === "") return null;
      bound[segment.slice(1, -1)] = decoded(part);
    } else if (segment !== part) return null;
  }
  return bound;
}

/**
 * An id that cannot be decoded, or that contains NUL, matches no row; it is returned unchanged and will not be found.
 */
function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part);
    return text.includes("\u0000") ? part : text;
  } catch {
    return part;
  }
}
