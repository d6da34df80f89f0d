import type { Readable } from "node:stream";
import { z } from "zod";
import type { Permission } from "@/server/domain/permissions";
import type { RequestContext } from "@/server/usecases/request-context";
import type { ApiContext } from "./context";
import type { EndpointMeta } from "./declaration";
import { runOnce } from "./idempotency";
import { admit } from "./pipeline";

/** A file upload from Pricecheck's pages; it passes the same steps as a procedure. */
export interface Upload {
  readonly maxBytes: number;
  readonly mediaTypes: readonly string[];
  /**
   * Runs the pipeline's steps before the input, and returns the handler of the file.
   * @param operation method and path, which identify the request for its Idempotency-Key
   */
  admit(ctx: ApiContext, operation: string): Promise<(file: Readable, sha256: string) => Promise<unknown>>;
}

/**
 * Declares an upload.
 * @param receive the use case. It reads the file once, with back-pressure, and does not read it when the response is
 *   already stored under the request's Idempotency-Key; another file under that key is refused.
 */
export function upload<O extends z.ZodType, R>(
  declaration: {
    readonly summary: string;
    readonly scope: Permission;
    readonly maxBytes: number;
    readonly mediaTypes: readonly string[];
    readonly output: O;
  },
  receive: (context: RequestContext, file: Readable) => Promise<R>,
  present: (result: R) => z.input<O>,
): Upload {
  const { summary, scope, output, maxBytes, mediaTypes } = declaration;
  const meta: EndpointMeta = {
    kind: "mutation",
    declaration: { summary, scope, input: z.object({}), output },
  };
  return {
    maxBytes,
    mediaTypes,
    async admit(ctx, operation) {
      const authorized = await admit(ctx, meta, operation, () => Promise.resolve(null));
      return (file, sha256) =>
        runOnce(
          authorized,
          "replay",
          { sha256 },
          (result: R) => output.parse(present(result)),
          (context) => receive(context, file),
        );
    },
  };
}
