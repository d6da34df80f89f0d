import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  UriTemplate,
} from "@modelcontextprotocol/server";
import { errorEnvelope } from "@/server/api/error-response";
import type { AgentResource, McpDefinitions } from "@/server/api/mcp-definitions";
import { limitedResponse } from "./response-limit";
import type { Session } from "./session";
import { AGENT_LIMIT } from "./tool-schemas";

const SERVER_ERROR = -32_000;
const JSON_TYPE = "application/json";
const MARKDOWN = "text/markdown";

const isTemplate = ({ uri }: AgentResource): boolean => UriTemplate.isTemplate(uri);

const metadataOf = ({ name, title, description }: { name: string; title: string; description: string }) => ({
  name,
  title,
  description,
});

/** Returns the resources with a fixed address that the principal may read. */
export const resourcesFor = (surface: McpDefinitions, session: Session): Resource[] => [
  ...surface.resources
    .filter((each) => !isTemplate(each) && session.may(session.procedure(each.procedure)))
    .map((each) => ({ uri: each.uri, mimeType: JSON_TYPE, ...metadataOf(each) })),
  ...surface.documents.map((each) => ({ uri: each.uri, mimeType: MARKDOWN, ...metadataOf(each) })),
];

/** Returns the resource templates that the principal may read. */
export const templatesFor = (surface: McpDefinitions, session: Session): ResourceTemplateType[] =>
  surface.resources
    .filter((each) => isTemplate(each) && session.may(session.procedure(each.procedure)))
    .map((each) => ({ uriTemplate: each.uri, mimeType: JSON_TYPE, ...metadataOf(each) }));

/**
 * Reads a resource through its procedure, as the principal.
 * @param root the project's folder, which contains the documents
 * @throws ProtocolError for an unknown address, and every error of the procedure
 */
export async function readResource(
  surface: McpDefinitions,
  session: Session,
  uri: string,
  root: string,
): Promise<ReadResourceResult> {
  const document = surface.documents.find((each) => each.uri === uri);
  if (document) {
    const text = await readFile(join(root, document.file), "utf8");
    return { contents: [{ uri, mimeType: MARKDOWN, text }] };
  }
  const matched = match(surface, uri);
  if (!matched) throw new ResourceNotFoundError(uri);
  const { resource, variables } = matched;
  const procedure = session.procedure(resource.procedure);
  const input = { ...resource.input, ...variables };
  const pages = "limit" in procedure.meta.declaration.input.shape;
  try {
    const sized = await limitedResponse(
      (callInput) => session.call(procedure, callInput),
      pages ? { limit: AGENT_LIMIT, ...input } : input,
      { pages },
    );
    const meta = sized.hint === null ? {} : { _meta: { "pricecheck/hint": sized.hint } };
    return { contents: [{ uri, mimeType: JSON_TYPE, text: sized.text, ...meta }] };
  } catch (thrown) {
    throw toProtocolError(session, thrown, uri);
  }
}

function match(
  { resources }: McpDefinitions,
  uri: string,
): { resource: AgentResource; variables: Record<string, string> } | null {
  for (const resource of resources) {
    const matchedVariables = isTemplate(resource)
      ? new UriTemplate(resource.uri).match(uri)
      : resource.uri === uri
        ? {}
        : null;
    if (matchedVariables === null) continue;
    const variables = Object.entries(matchedVariables).map(([name, value]) => [name, decoded(String(value))]);
    return { resource, variables: Object.fromEntries(variables) };
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function toProtocolError(session: Session, thrown: unknown, uri: string): Error {
  const error = session.publicError(thrown, uri);
  if (error.code === "not_found") return new ResourceNotFoundError(uri);
  const { services, request } = session.ctx;
  const { publicUrl } = services.settings;
  const code = error.code === "validation_error" ? ProtocolErrorCode.InvalidParams : SERVER_ERROR;
  return new ProtocolError(code, error.message, errorEnvelope(error, { requestId: request.id, publicUrl }));
}
