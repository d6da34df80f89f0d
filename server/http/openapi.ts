import type { AnyTRPCRouter } from "@trpc/server";
import { generateOpenApiDocument } from "trpc-to-openapi";
import type { oas31 } from "zod-openapi";
import { PUBLISHED_EVENTS } from "@/server/api/published-events";
import { TAGS } from "@/server/api/tags";
import { errorSchemas } from "./openapi-errors";
import { eventOperations } from "./openapi-events";
import { completeOperation } from "./openapi-operation";
import { publishedRoutes } from "./routes";
import { WARNINGS } from "./unknown-parameters";

const ABOUT = `Checks a shop's prices against its costs and its market, recommends changes with their evidence, and writes an approved price to the connected store exactly once.

**Credentials.** Send \`Authorization: Bearer pck_…\`: a token of one workspace, made in settings under API keys. First-party apps send their session JWT, and \`X-Workspace-Id\` where their user belongs to several workspaces.

**Limits.** 60 requests a minute and token; beyond it 429 with \`Retry-After\`.

**Lists.** \`limit\` and \`cursor\`; \`next_cursor\` is null on the last page. Newest first.

**Repeats.** A change that already took effect answers 200 \`{"ok":true,"idempotent":true}\`. Every POST honours \`Idempotency-Key\` for 24 hours.

**Events** of the section webhooks are sent to the addresses of \`/webhooks\`, signed by the Standard Webhooks specification and numbered without a gap.

**Money** is a decimal string in major units with its currency, ratios are fractions as decimal strings, times are UTC with \`Z\`. Ignore fields and values that you do not know: new ones are added within v1. Query parameters that an operation does not have are ignored too, and named in \`warnings\` of the answer with the most similar one that it has.`;

const COMPONENTS: Pick<oas31.ComponentsObject, "headers" | "parameters" | "securitySchemes"> = {
  securitySchemes: {
    apiToken: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "pck_…",
      description: "A token of one workspace.",
    },
    sessionJwt: {
      type: "http",
      scheme: "bearer",
      bearerFormat: "JWT",
      description: "A first-party app's session of 15 minutes; with `X-Workspace-Id` in several workspaces.",
    },
  },
  parameters: {
    WorkspaceId: {
      name: "X-Workspace-Id",
      in: "header",
      required: false,
      description: "For session JWTs of people in several workspaces; ignored with a token.",
      schema: { type: "string" },
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: "The same key with the same request replays the first answer for 24 hours.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    },
  },
  headers: {
    RequestId: { description: "Names this request in the log and in errors.", schema: { type: "string" } },
    RetryAfter: { description: "Seconds until the budget is free again.", schema: { type: "integer" } },
    WWWAuthenticate: { description: "What the credential lacks, by RFC 6750.", schema: { type: "string" } },
    Deprecation: { description: "Since when, by RFC 9745.", schema: { type: "string" } },
    Sunset: { description: "Until when it works, by RFC 8594.", schema: { type: "string" } },
  },
};

/**
 * Returns the router with the declared output schemas: a procedure that trusts its presenter carries no output
 * schema.
 */
function describedBy(router: AnyTRPCRouter): AnyTRPCRouter {
  const procedures = publishedRoutes(router).map(({ procedurePath, procedure, declaration }) => [
    procedurePath,
    { _def: { ...Object(procedure._def), output: declaration.output } },
  ]);
  return { ...router, _def: { ...router._def, procedures: Object.fromEntries(procedures) } };
}

/** Builds the OpenAPI 3.1 document of the service at `publicUrl`, derived from the declarations only. */
export function openApiDocument(router: AnyTRPCRouter, publicUrl: string): oas31.OpenAPIObject {
  const generated = generateOpenApiDocument(describedBy(router), {
    title: "Pricecheck API",
    description: ABOUT,
    version: "1.0.0",
    openApiVersion: "3.1.0",
    baseUrl: `${publicUrl}/api/v1`,
    securitySchemes: {},
  });
  const routes = publishedRoutes(router);
  const paths: oas31.PathsObject = {};
  for (const route of routes) {
    const { path, method } = route.declaration;
    const operation = generated.paths?.[path]?.[method === "GET" ? "get" : "post"];
    if (!operation) throw new Error(`${route.procedurePath} is missing in the document`);
    paths[path] = { ...paths[path], [method.toLowerCase()]: completeOperation(operation, route, publicUrl) };
  }
  const schemas = Object.entries(generated.components?.schemas ?? {}).filter(
    ([name]) => !name.startsWith("error."),
  );
  const tags = new Set(routes.map((route) => route.declaration.tag));
  return withoutUnused({
    openapi: generated.openapi,
    info: generated.info,
    servers: [{ url: `${publicUrl}/api/v1` }],
    tags: Object.entries(TAGS)
      .filter(([name]) => tags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: eventOperations(PUBLISHED_EVENTS),
    components: {
      ...COMPONENTS,
      schemas: { ...Object.fromEntries(schemas), ...errorSchemas(), Warnings: WARNINGS },
    },
    externalDocs: {
      url: `${publicUrl}/reference#errors`,
      description: "Every error code and what to do about it.",
    },
  });
}

/** Removes unreferenced components, such as the deprecation header when no operation is deprecated. */
function withoutUnused(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const text = JSON.stringify(document);
  const used = <T>(kind: string, all: Record<string, T> | undefined): Record<string, T> =>
    Object.fromEntries(
      Object.entries(all ?? {}).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
    );
  const { schemas, headers, ...rest } = document.components ?? {};
  const usedComponents = { ...rest, schemas: used("schemas", schemas), headers: used("headers", headers) };
  const smaller = { ...document, components: usedComponents };
  return JSON.stringify(smaller).length < text.length ? withoutUnused(smaller) : document;
}

/** Returns the document as served: clients must accept new fields, so no object forbids additional ones. */
export function openApiText(router: AnyTRPCRouter, publicUrl: string): string {
  return JSON.stringify(openApiDocument(router, publicUrl), (key, value: unknown) =>
    key === "$schema" || (key === "additionalProperties" && value === false) ? undefined : value,
  );
}
