import type { Readable } from "node:stream";
import { z } from "zod";
import { DomainError } from "@/server/domain/errors";
import type { Permission } from "@/server/domain/permissions";
import type { RequestContext } from "@/server/usecases/request-context";
import { admit, readmit } from "./admission";
import type { ApiContext } from "./context";
import type { EndpointMeta } from "./declaration";
import { runOnce } from "./idempotency";

type ReportProgress = (rows: number, of: number) => void;

/** Reads the file, any number of times from its beginning, and returns the answer. */
type ReceiveFile = (open: () => Readable, sha256: string, onProgress: ReportProgress) => Promise<unknown>;

/** A file upload from Pricecheck's pages; it passes the same steps as a procedure. */
export interface Upload {
  readonly maxBytes: number;
  readonly mediaTypes: readonly string[];
  /**
   * Runs the pipeline's steps before the input, and returns the handler of the file.
   * @param operation method and path, which identify the request for its Idempotency-Key
   * @param query its parameter `options` is JSON: how the file is to be read
   */
  admit(ctx: ApiContext, operation: string, query: URLSearchParams): Promise<ReceiveFile>;
}

/**
 * Declares an upload.
 * @param receive the use case. It reads the file with back-pressure, and does not read it when the response is already
 *   stored under the request's Idempotency-Key; another file, or other options, under that key are refused.
 */
export function upload<O extends z.ZodType, P extends z.ZodType, R>(
  declaration: {
    readonly summary: string;
    readonly scope: Permission;
    readonly maxBytes: number;
    readonly mediaTypes: readonly string[];
    readonly options: P;
    readonly output: O;
  },
  receive: (
    context: RequestContext,
    open: () => Readable,
    options: z.output<P>,
    onProgress: ReportProgress,
  ) => Promise<R>,
  present: (result: R) => z.input<O>,
): Upload {
  const { summary, scope, options, output, maxBytes, mediaTypes } = declaration;
  const meta: EndpointMeta = {
    kind: "mutation",
    declaration: { summary, scope, input: z.object({}), output },
  };
  return {
    maxBytes,
    mediaTypes,
    async admit(ctx, operation, query) {
      const noInput = () => Promise.resolve(null);
      const admitted = await admit(ctx, meta, operation, noInput);
      requireOptionsAlone(query);
      const given = query.get("options");
      const parsed = parseOptions(options, given ?? "{}");
      return async (open, sha256, onProgress) =>
        runOnce(
          await readmit(admitted, meta, operation, noInput),
          "replay",
          given === null ? { sha256 } : { sha256, options: given },
          (result: R) => output.parse(present(result)),
          (context) => receive(context, open, parsed, onProgress),
        );
    },
  };
}

/** An option beside `options` would be ignored, and another import carried out than was meant. */
function requireOptionsAlone(query: URLSearchParams): void {
  const issues = [...new Set(query.keys())]
    .filter((name) => name !== "options")
    .map((name) => ({
      path: name,
      code: "unknown_parameter",
      message: "Send it as a field of `options`, which is JSON.",
    }));
  if (issues.length > 0)
    throw new DomainError("validation_error", "The options of an import are fields of `options`.", {
      issues,
    });
}

function parseOptions<P extends z.ZodType>(schema: P, text: string): z.output<P> {
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, code, message }) => ({
    path: ["options", ...path].join("."),
    code,
    message,
  }));
  throw new DomainError("validation_error", "The options of the import cannot be read.", { issues });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
