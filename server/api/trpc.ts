import { initTRPC } from "@trpc/server";
import type { ApiContext } from "./context";
import type { EndpointMeta, OpenMeta } from "./declaration";
import { publicError } from "./error-response";

const t = initTRPC
  .context<ApiContext>()
  .meta<EndpointMeta | OpenMeta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const { code, status, message, extra } = publicError(error);
      return {
        ...shape,
        message,
        data: {
          code: shape.data.code,
          httpStatus: status,
          error: code,
          requestId: ctx?.request.id ?? null,
          ...extra,
        },
      };
    },
  });

export const { router, mergeRouters, createCallerFactory, procedure } = t;

/** Starts a procedure for people or visitors that belongs to no workspace; every other endpoint has a declaration. */
export const openProcedure = (open: OpenMeta["open"]) => procedure.meta({ open });
