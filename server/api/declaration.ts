import type { z } from "zod";
import { checkDeprecation, type Deprecation } from "@/server/domain/deprecation";
import { ERRORS, type ErrorCode } from "@/server/domain/errors";
import type { Permission, Role, Scope } from "@/server/domain/permissions";
import type { RequestContext } from "@/server/usecases/request-context";

/** Hints about a tool that agents receive with its definition. */
export interface AgentHints {
  readonly destructive: boolean;
  readonly openWorld?: boolean;
  /** Whether a repeated call changes nothing further; derived from `repeats` when absent. */
  readonly idempotent?: boolean;
  /** Inputs hidden from agents, such as file formats; they take their defaults. */
  readonly without?: readonly string[];
}

/** How a repeated request with the same Idempotency-Key is answered. */
export type RepeatRule =
  /** The first response is stored in the transaction of the effect and replayed. */
  | "replay"
  /** The operation itself recognises a repeat and reports it in its response. */
  | "natural"
  /** The response contains a secret, so it is not stored: a repeat fails with 409 conflict and has no effect. */
  | "refuse";

/** One example of an operation, shown in the OpenAPI document. */
export interface Example {
  readonly request?: Readonly<Record<string, unknown>>;
  readonly response: unknown;
}

/** The scope that a request needs, and its roles if not every role with the scope may make it. */
export interface NeededPermission {
  readonly scope: Scope;
  readonly roles?: readonly Role[];
}

interface Common<I extends z.ZodObject, O extends z.ZodType> {
  readonly summary: string;
  readonly description?: string;
  /** Roles required in addition to the scope: 403 forbidden_role for every other role. */
  readonly roles?: readonly Role[];
  /** Error codes specific to the operation, in addition to those implied by its method, path and input. */
  readonly errors?: readonly ErrorCode[];
  readonly input: I;
  readonly output: O;
  /**
   * The output is exactly what a presenter typed by its schema returns, so it is not parsed again on every response.
   * For lists that are requested often; their tests check the rows against the strict schema.
   */
  readonly presented?: true;
  readonly repeats?: RepeatRule;
  /** How many requests of one principal are answered in a minute, where one costs much more than most. */
  readonly perMinute?: number;
}

/** One endpoint of `/api/v1`: the procedure, the route, the OpenAPI document and the MCP tool are derived from it. */
export interface PublishedDeclaration<I extends z.ZodObject, O extends z.ZodType> extends Common<I, O> {
  /** A query is a POST where its input is a document, which no address can hold. */
  readonly method: "GET" | "POST";
  /** Relative to `/api/v1`; parameters in braces are keys of the input. */
  readonly path: `/${string}`;
  readonly scope: Scope;
  /** Scopes that some requests need in place of `scope`, by their object; `permissionFor` says which. */
  readonly alternativeScopes?: readonly Scope[];
  /** Scopes that every request needs besides `scope`. */
  readonly alsoScopes?: readonly Scope[];
  /**
   * Returns the permission that a request needs, for an endpoint with alternative scopes; null if its input does not
   * say, so that any of the scopes admits it to the later steps. A refusal names this permission's scope.
   * @param input not parsed yet
   */
  readonly permissionFor?: (context: RequestContext, input: unknown) => Promise<NeededPermission | null>;
  readonly tag: string;
  readonly status?: 201 | 202;
  /** Maximum body size in bytes; 1 MiB by default. */
  readonly maxBody?: number;
  readonly example: Example;
  readonly mcp: AgentHints | false;
  /**
   * Operations that usually follow, by operation id, with the field of the response that supplies their path
   * parameter.
   */
  readonly links?: Readonly<Record<string, { parameter: string; from: string }>>;
  /** Media types beside JSON in which the response can be streamed. */
  readonly streams?: readonly string[];
  /**
   * The endpoint works for at least six months after its deprecation is announced; the service refuses to start with
   * a shorter period.
   */
  readonly deprecated?: Deprecation;
}

/**
 * A procedure for Pricecheck's pages: never on REST, and for signed-in people only when its scope is not a token
 * scope.
 */
export interface InternalDeclaration<I extends z.ZodObject, O extends z.ZodType> extends Common<I, O> {
  readonly scope: Permission;
  /** Path of the file download below `/api/files/{workspace}`: a query with a streamed response. */
  readonly download?: `/${string}`;
}

/** The meta data of a procedure, for transports, documents and generic tests. */
export interface EndpointMeta {
  readonly kind: "query" | "mutation";
  readonly declaration:
    | PublishedDeclaration<z.ZodObject, z.ZodType>
    | InternalDeclaration<z.ZodObject, z.ZodType>;
  readonly openapi?: {
    readonly method: "GET" | "POST";
    readonly path: `/${string}`;
    readonly operationId?: string;
    readonly summary: string;
    readonly description?: string;
    readonly tags: string[];
    readonly deprecated?: boolean;
    readonly errorResponses: Record<number, string>;
    readonly [key: string]: unknown;
  };
  readonly [key: string]: unknown;
}

/**
 * Meta data of a procedure that belongs to no workspace and has no scope: for visitors, or for any signed-in person.
 */
export interface OpenMeta {
  readonly open: "visitor" | "person";
  readonly [key: string]: unknown;
}

export const isOpen = (meta: EndpointMeta | OpenMeta): meta is OpenMeta => "open" in meta;

export const isPublished = (
  declaration: EndpointMeta["declaration"],
): declaration is PublishedDeclaration<z.ZodObject, z.ZodType> => "path" in declaration;

/** A published or internal declaration with its own schemas. */
export type Declared<I extends z.ZodObject, O extends z.ZodType> =
  | PublishedDeclaration<I, O>
  | InternalDeclaration<I, O>;

/** Builds the meta data of a declared endpoint. Throws when a deprecated endpoint would end too soon. */
export function endpointMeta<I extends z.ZodObject, O extends z.ZodType>(
  kind: EndpointMeta["kind"],
  declared: Declared<I, O>,
): EndpointMeta {
  const declaration: EndpointMeta["declaration"] = declared;
  if (!isPublished(declaration)) return { kind, declaration };
  const { method, path, summary, description, tag, deprecated, errors = [] } = declaration;
  if (deprecated) checkDeprecation(path, deprecated);
  return {
    kind,
    declaration,
    openapi: {
      method,
      path,
      summary,
      ...(description ? { description } : {}),
      tags: [tag],
      ...(deprecated ? { deprecated: true } : {}),
      errorResponses: Object.fromEntries(errors.map((code) => [ERRORS[code].status, ERRORS[code].title])),
    },
  };
}
