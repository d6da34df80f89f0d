import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { STREAMED } from "@/server/api/streamed-response";
import { deprecationText } from "@/server/domain/deprecation";
import { codesByStatus, errorResponse } from "./openapi-errors";
import type { Route } from "./routes";

type Operation = oas31.OperationObject;

const JSON_TYPE = "application/json";

/** Adds to a generated operation what its schemas cannot express: security, headers, errors and links. */
export function completeOperation(generated: Operation, route: Route, publicUrl: string): Operation {
  const { declaration, procedurePath, kind } = route;
  const { deprecated, roles, description } = declaration;
  const body = requestBody(generated, route);
  const text = [deprecated && deprecationText(deprecated), description].filter(Boolean).join("\n\n");
  const { requestBody: _, ...rest } = generated;
  return {
    ...rest,
    operationId: procedurePath,
    ...(text ? { description: text } : {}),
    security: [{ apiToken: [] }, { sessionJwt: [] }],
    parameters: [
      ...(generated.parameters ?? []).map((parameter) => describeParameter(parameter, route)),
      { $ref: "#/components/parameters/WorkspaceId" },
      ...(kind === "mutation" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: { ...success(generated, route), ...failures(route, publicUrl) },
    "x-required-scope": declaration.scope,
    ...(declaration.alternativeScopes ? { "x-alternative-scopes": [...declaration.alternativeScopes] } : {}),
    ...(declaration.alsoScopes ? { "x-also-required-scopes": [...declaration.alsoScopes] } : {}),
    ...(roles ? { "x-required-roles": [...roles] } : {}),
  };
}

const WARNINGS_SCHEMA = "#/components/schemas/Warnings";
const SUCCESS = { 200: "Done.", 201: "Created.", 202: "Taken on; the work goes on afterwards." } as const;

/**
 * Adds a parameter's description and example; the generator drops the description of an optional schema.
 */
function describeParameter(
  parameter: oas31.ParameterObject | oas31.ReferenceObject,
  { declaration: { input, example } }: Route,
): oas31.ParameterObject | oas31.ReferenceObject {
  if ("$ref" in parameter) return parameter;
  const schema = input.shape[parameter.name];
  const description = schema && z.globalRegistry.get(schema)?.description;
  const value = example.request?.[parameter.name];
  return {
    ...parameter,
    ...(description ? { description } : {}),
    ...(value === undefined ? {} : { example: value }),
  };
}

function requestBody(
  generated: Operation,
  { declaration, parameters }: Route,
): oas31.RequestBodyObject | null {
  const body = generated.requestBody;
  const content = body && !("$ref" in body) ? body.content[JSON_TYPE] : undefined;
  const hasBody = Object.keys(declaration.input.shape).length > parameters.length;
  if (!content || !hasBody) return null;
  const pathParameters = Object.fromEntries(
    parameters.map((name) => [name, declaration.example.request?.[name]]),
  );
  const example = Object.fromEntries(
    Object.entries(declaration.example.request ?? {}).filter(([name]) => !parameters.includes(name)),
  );
  // A body is required when the input is invalid with the path's parameters alone.
  const isRequired = !declaration.input.safeParse(pathParameters).success;
  return {
    required: isRequired,
    content: { [JSON_TYPE]: { ...content, ...(Object.keys(example).length > 0 ? { example } : {}) } },
  };
}

function success(generated: Operation, route: Route): oas31.ResponsesObject {
  const { declaration } = route;
  const status: keyof typeof SUCCESS = declaration.status ?? 200;
  const answered = generated.responses?.["200"];
  const generatedSchema =
    answered && "content" in answered ? answered.content?.[JSON_TYPE]?.schema : undefined;
  const schema = generatedSchema && withWarnings(jsonForm(generatedSchema), declaration.method);
  const repeated = repeatExample(route);
  const streams = (declaration.streams ?? []).map((type) => [type, { schema: { type: "string" } }] as const);
  const response = (description: string, examples: Readonly<Record<string, oas31.ExampleObject>>) => ({
    description,
    headers: responseHeaders(route),
    content: { [JSON_TYPE]: { ...(schema ? { schema } : {}), examples }, ...Object.fromEntries(streams) },
    ...links(route),
  });
  const answer = { answer: { summary: declaration.summary, value: declaration.example.response } };
  const repeat: Record<string, oas31.ExampleObject> = repeated
    ? { repeat: { summary: "The same request again", value: repeated } }
    : {};
  if (status === 200 || repeated === null)
    return { [String(status)]: response(SUCCESS[status], { ...answer, ...repeat }) };
  return {
    200: response("The same request again; it had taken effect before.", repeat),
    [String(status)]: response(SUCCESS[status], answer),
  };
}

/** Returns the answer to a repeat that changed nothing; null if the operation has none. */
function repeatExample({ kind, declaration }: Route): unknown {
  if (kind !== "mutation") return null;
  const { response } = declaration.example;
  const plain = { ok: true, idempotent: true };
  const whole = typeof response === "object" && response !== null ? { ...response, ...plain } : plain;
  return [plain, whole].find((example) => conforms(declaration.output, example)) ?? null;
}

/**
 * Returns whether the answer may state `idempotent`: a schema drops the fields it does not know without refusing them.
 */
function conforms(output: z.ZodType, example: object): boolean {
  const { success, data } = output.safeParse(example);
  return success && typeof data === "object" && data !== null && "idempotent" in data;
}

const responseHeaders = ({ declaration }: Route): oas31.ResponseObject["headers"] => ({
  "X-Request-Id": { $ref: "#/components/headers/RequestId" },
  ...(declaration.deprecated
    ? {
        Deprecation: { $ref: "#/components/headers/Deprecation" },
        Sunset: { $ref: "#/components/headers/Sunset" },
      }
    : {}),
});

/**
 * Describes the warnings of a list; those of a single row, which has a schema of its own, stand in the introduction.
 */
function withWarnings(
  schema: oas31.SchemaObject | oas31.ReferenceObject,
  method: "GET" | "POST",
): oas31.SchemaObject | oas31.ReferenceObject {
  if (method !== "GET" || "$ref" in schema || !schema.properties) return schema;
  return { ...schema, properties: { ...schema.properties, warnings: { $ref: WARNINGS_SCHEMA } } };
}

/** Returns the JSON part of a schema; the stream part is described by its media types instead. */
function jsonForm(
  schema: oas31.SchemaObject | oas31.ReferenceObject,
): oas31.SchemaObject | oas31.ReferenceObject {
  if (!("anyOf" in schema) || !schema.anyOf) return schema;
  const jsonParts = schema.anyOf.filter((part) => !(STREAMED in part));
  return jsonParts.length === 1 && jsonParts[0] ? jsonParts[0] : { ...schema, anyOf: jsonParts };
}

/** `runs.get` with `from: "/run/id"` becomes the link RunsGet whose parameter is read from the answer. */
function links({ declaration }: Route): Pick<oas31.ResponseObject, "links"> {
  const entries = Object.entries(declaration.links ?? {}).map(([operationId, { parameter, from }]) => [
    operationId.replace(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    { operationId, parameters: { [parameter]: `$response.body#${from}` } },
  ]);
  return entries.length > 0 ? { links: Object.fromEntries(entries) } : {};
}

const failures = (route: Route, publicUrl: string): oas31.ResponsesObject =>
  Object.fromEntries(
    [...codesByStatus(route)].map(([status, codes]) => [String(status), errorResponse(codes, publicUrl)]),
  );
