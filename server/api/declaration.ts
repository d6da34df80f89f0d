import type { z } from "zod";
import { checkDeprecation, type Deprecation } from "@/server/domain/deprecation";
import { ERRORS, type ErrorCode } from "@/server/domain/errors";
import type { Permission, Role, Scope } from "@/server/domain/permissions";

/** What an agent should know of a tool before it calls it. */
export interface AgentHints {
  readonly destructive: boolean;
  readonly openWorld?: boolean;
  /** Whether the same call again changes nothing further; follows from `repeats` where it is left out. */
  readonly idempotent?: boolean;
  /** Inputs that agents are not offered, such as the formats of files: these keep their defaults. */
  readonly without?: readonly string[];
}

/** How a repeated request under the same Idempotency-Key is answered. */
export type RepeatRule =
  /** The first answer is kept in the transaction of the effect and replayed. */
  | "replay"
  /** The operation itself recognises a repeat and says so. */
  | "natural"
  /** The answer holds a secret, so it is not kept: a repeat is refused with 409 conflict and has no effect. */
  | "refuse";

/** One example of an operation, shown in the document. */
export interface Example {
  readonly request?: Readonly<Record<string, unknown>>;
  readonly response: unknown;
}

interface Common<I extends z.ZodObject, O extends z.ZodType> {
  readonly summary: string;
  readonly description?: string;
  /** Roles demanded beside the scope: 403 forbidden_role below them. */
  readonly roles?: readonly Role[];
  /** Codes of the operation's own, beyond those that follow from its form. */
  readonly errors?: readonly ErrorCode[];
  readonly input: I;
  readonly output: O;
  /**
   * The output is exactly what a presenter typed by its schema makes, so it is not parsed again on every answer: for
   * hot lists, whose tests hold the rows against the strict schema.
   */
  readonly presented?: true;
  readonly repeats?: RepeatRule;
}

/** One endpoint of `/api/v1`: from this follow the procedure, the route, the document and the agents' tool. */
export interface PublishedDeclaration<I extends z.ZodObject, O extends z.ZodType> extends Common<I, O> {
  readonly method: "GET" | "POST";
  /** Relative to `/api/v1`; parameters in braces are keys of the input. */
  readonly path: `/${string}`;
  readonly scope: Scope;
  readonly tag: string;
  readonly status?: 202;
  /** Largest body in bytes; 1 MiB unless said. */
  readonly maxBody?: number;
  readonly example: Example;
  readonly mcp: AgentHints | false;
  /** Operations that naturally follow, by operation id, with the field of the answer that feeds their path. */
  readonly links?: Readonly<Record<string, { parameter: string; from: string }>>;
  /** Media types beside JSON that the answer may stream. */
  readonly streams?: readonly string[];
  /** It works for at least six months after this is told: the service does not start on less. */
  readonly deprecated?: Deprecation;
}

/** A procedure for the product's own pages: never on REST, for signed-in people alone where the scope says so. */
export interface InternalDeclaration<I extends z.ZodObject, O extends z.ZodType> extends Common<I, O> {
  readonly scope: Permission;
  /** Where the pages download it as a file, below `/api/files/{workspace}`: a query whose answer is streamed. */
  readonly download?: `/${string}`;
}

/** What is kept on the procedure for transports, documents and generic tests. */
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

/** Kept on a procedure that belongs to no workspace and so has no scope: for visitors, or for anyone signed in. */
export interface OpenMeta {
  readonly open: "visitor" | "person";
  readonly [key: string]: unknown;
}

export const isOpen = (meta: EndpointMeta | OpenMeta): meta is OpenMeta => "open" in meta;

export const isPublished = (
  declaration: EndpointMeta["declaration"],
): declaration is PublishedDeclaration<z.ZodObject, z.ZodType> => "path" in declaration;

/** A declaration of either kind with its own schemas. */
export type Declared<I extends z.ZodObject, O extends z.ZodType> =
  | PublishedDeclaration<I, O>
  | InternalDeclaration<I, O>;

/** The meta of a declared endpoint. Throws where a deprecated one would end too soon. */
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
