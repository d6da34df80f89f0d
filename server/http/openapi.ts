import type { AnyTRPCRouter } from "@trpc/server";
import { generateOpenApiDocument } from "trpc-to-openapi";

/** The document as it is served. */
export function openApiText(router: AnyTRPCRouter, publicUrl: string): string {
  return JSON.stringify(
    generateOpenApiDocument(router, {
      title: "Pricecheck",
      version: "1.0.0",
      baseUrl: `${publicUrl}/api/v1`,
    }),
  );
}
