import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ERRORS } from "@/server/domain/errors";
import { isScope, SETTINGS_SCOPES } from "@/server/domain/permissions";
import { openApiDocument, openApiText } from "@/server/http/openapi";
import { allProcedures, metaOf, publishedRoutes } from "@/server/http/routes";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { isOpen, isPublished } from "./declaration";
import { appRouter } from "./root";
import { TAGS } from "./tags";

const ADDRESS = "http://localhost:3000";
const FROZEN = fileURLToPath(new URL("openapi.frozen.json", import.meta.url));

const procedures = allProcedures(appRouter);
const routes = publishedRoutes(appRouter);
const byId = new Map(routes.map((route) => [route.procedurePath, route]));

/** Returns every part of a schema with its path and its definition, which a later write would change. */
function parts(
  schema: unknown,
  path = "",
  seen = new Set<unknown>(),
): { path: string; def: z.core.$ZodTypeDef }[] {
  if (!(schema instanceof z.core.$ZodType) || seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema._zod;
  const inner = Object.entries(def).flatMap(([key, value]): { path: string; def: z.core.$ZodTypeDef }[] => {
    if (value instanceof z.core.$ZodType) return parts(value, `${path}/${key}`, seen);
    if (Array.isArray(value)) return value.flatMap((each, i) => parts(each, `${path}/${key}/${i}`, seen));
    if (key === "shape")
      return Object.entries(value).flatMap(([name, each]) => parts(each, `${path}/${name}`, seen));
    return [];
  });
  return [{ path, def }, ...inner];
}

const fingerprint = (schema: unknown): string[] =>
  parts(schema).map(
    ({ path, def }) => `${path} ${def.type} ${JSON.stringify(Reflect.get(def, "coerce") ?? false)}`,
  );

const untouched = new Map(
  routes.map(({ procedurePath, declaration: { input } }) => [procedurePath, fingerprint(input)]),
);

const service = duringTests(startTestService);
let token: string;
beforeAll(async () => {
  const workspace = await service.workspace();
  token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
});

const declared = procedures.flatMap(([path, procedure]) => {
  const meta = metaOf(procedure);
  return isOpen(meta) ? [] : [[path, meta] as const];
});

it("leaves open to people without a workspace only what has to be", () => {
  const open = procedures.flatMap(([path, procedure]) => {
    const meta = metaOf(procedure);
    return isOpen(meta) ? [`${path}: ${meta.open}`] : [];
  });
  expect(open.sort()).toEqual([
    "account.acceptInvitation: visitor",
    "account.changeEmail: person",
    "account.changeName: person",
    "account.changePassword: person",
    "account.confirm: visitor",
    "account.createWorkspace: person",
    "account.deletion.cancel: person",
    "account.deletion.request: person",
    "account.deletion.state: person",
    "account.endOtherSessions: person",
    "account.endSession: person",
    "account.events: person",
    "account.invitation: visitor",
    "account.joinInvitation: person",
    "account.linkByCode: visitor",
    "account.linkByPassword: visitor",
    "account.linkHere: person",
    "account.mailLinkProof: visitor",
    "account.me: person",
    "account.profile: person",
    "account.requestReset: visitor",
    "account.resendConfirmation: person",
    "account.resetPassword: visitor",
    "account.sessions: person",
    "account.signOutEverywhere: person",
    "account.signUp: visitor",
    "account.unlink: person",
    "account.waitingLink: visitor",
    "staff.ask: person",
    "staff.end: person",
    "staff.open: person",
    "staff.requests: person",
  ]);
});

describe.each(declared)("%s", (_, { declaration, kind }) => {
  it("demands a permission that exists", () => {
    expect([
      isScope(declaration.scope),
      (SETTINGS_SCOPES as readonly string[]).includes(declaration.scope),
    ]).toContain(true);
    expect(declaration.summary).toMatch(/^[A-Z]/);
    expect(declaration.roles ?? ["owner"]).not.toHaveLength(0);
  });

  it("answers nothing that JSON would lose", () => {
    const lost = new Set([
      "date",
      "bigint",
      "map",
      "set",
      "symbol",
      "undefined",
      "void",
      "nan",
      "function",
      "promise",
    ]);
    expect(parts(declaration.output).filter(({ def }) => lost.has(def.type))).toEqual([]);
  });

  it("is published as what it is: a scope that tokens may carry, GET for reads, POST for changes and documents", () => {
    if (!isPublished(declaration)) return expect(declaration).not.toHaveProperty("method");
    expect(isScope(declaration.scope)).toBe(true);
    const takesDocument = "document" in declaration.input.shape;
    if (kind === "mutation" || !takesDocument)
      expect(declaration.method).toBe(kind === "query" ? "GET" : "POST");
    else expect(declaration.method).toBe("POST");
    expect(TAGS).toHaveProperty(declaration.tag);
  });
});

describe.each(
  routes.map((route) => [`${route.declaration.method} ${route.declaration.path}`, route] as const),
)("%s", (_, { declaration, parameters, procedurePath, kind }) => {
  it("has an example that its own schemas accept", () => {
    const { request = {}, response } = declaration.example;
    expect(declaration.input.safeParse(request)).toMatchObject({ success: true });
    expect(declaration.output.safeParse(response)).toMatchObject({ success: true });
    for (const name of parameters) expect(request).toHaveProperty(name);
  });

  it("names its path parameters and nothing in the path twice", () => {
    for (const name of parameters) expect(declaration.input.shape).toHaveProperty(name);
    expect(new Set(parameters).size).toBe(parameters.length);
  });

  it("takes texts of a query only as what they say", () => {
    const coerced = parts(declaration.input).filter(({ def }) => Reflect.get(def, "coerce") === true);
    // A coerced boolean reads "false" as true, and a coerced date reads 0 as 1970.
    expect(
      coerced.map(({ def }) => def.type).filter((type) => type !== "number" || kind === "mutation"),
    ).toEqual([]);
  });

  it("links to operations whose parameter its own example fills", () => {
    for (const [id, { parameter, from }] of Object.entries(declaration.links ?? {})) {
      const target = byId.get(id);
      expect(target, `${procedurePath} links to ${id}`).toBeDefined();
      expect(target?.declaration.input.shape).toHaveProperty(parameter);
      const found = from
        .slice(1)
        .split("/")
        .reduce<unknown>(
          (at, key) => (at === null || at === undefined ? at : Reflect.get(Object(at), key)),
          declaration.example.response,
        );
      expect(found, `${from} in the example of ${procedurePath}`).toEqual(expect.any(String));
    }
  });
});

describe("the document", () => {
  const document = JSON.parse(openApiText(appRouter, ADDRESS));

  it("is the frozen one: freeze it with npm run openapi:freeze when the change is meant", () => {
    expect(document).toEqual(JSON.parse(readFileSync(FROZEN, "utf8")));
  });

  it("is what the service serves", async () => {
    expect((await service.call("GET", "/openapi.json")).json).toEqual(document);
  });

  it("says for each operation which credential, scope and errors it has", () => {
    const { paths } = openApiDocument(appRouter, ADDRESS);
    for (const { declaration, kind, parameters, procedurePath } of routes) {
      const operation = paths?.[declaration.path]?.[declaration.method === "GET" ? "get" : "post"];
      const codes = [...JSON.stringify(operation?.responses).matchAll(/reference#(\w+)/g)].map(
        (match) => match[1],
      );
      expect(operation?.operationId).toBe(procedurePath);
      expect(operation?.["x-required-scope"]).toBe(declaration.scope);
      expect(operation?.["x-required-roles"]).toEqual(declaration.roles);
      expect(codes).toEqual(
        expect.arrayContaining([
          "unauthorized",
          "rate_limited",
          "insufficient_scope",
          "workspace_forbidden",
          "internal_error",
          "unavailable",
          ...(kind === "mutation" ? ["token_unusable", "plan_limit", "bad_request", "validation_error"] : []),
          ...(parameters.length > 0 ? ["not_found"] : []),
          ...(declaration.roles ? ["forbidden_role"] : []),
          ...(declaration.errors ?? []),
        ]),
      );
      for (const code of codes)
        expect(operation?.responses).toHaveProperty(String(ERRORS[code as keyof typeof ERRORS].status));
    }
  });

  it("never says that a body without required fields is required", () => {
    for (const { declaration, parameters } of routes) {
      const body = document.paths[declaration.path].post?.requestBody;
      if (declaration.method === "GET" || !body) continue;
      const { request = {} } = declaration.example;
      const ids = Object.fromEntries(parameters.map((name) => [name, request[name]]));
      expect(body.required).toBe(!declaration.input.safeParse(ids).success);
    }
  });
});

describe("the schemas of the declarations", () => {
  it("are not changed by drawing the document, nor by calls through REST", async () => {
    for (const { declaration, parameters } of routes) {
      const path = parameters.reduce((at, name) => at.replace(`{${name}}`, "none"), declaration.path);
      const body = declaration.method === "POST" ? (declaration.example.request ?? {}) : undefined;
      const response = await service.call(declaration.method, path, { token, body });
      expect(response.status).toBeLessThan(500);
    }
    openApiDocument(appRouter, ADDRESS);
    for (const { procedurePath, declaration } of routes)
      expect(fingerprint(declaration.input)).toEqual(untouched.get(procedurePath));
  });

  it("take no text for a number and no number for a text in a body", async () => {
    for (const { declaration } of routes.filter((route) => route.kind === "mutation")) {
      for (const { def } of parts(declaration.input)) expect(Reflect.get(def, "coerce") ?? false).toBe(false);
    }
  });
});
