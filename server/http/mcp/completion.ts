import { type CompleteRequestParams, type CompleteResult, UriTemplate } from "@modelcontextprotocol/server";
import type { AgentResource, McpDefinitions } from "@/server/api/mcp-definitions";
import type { Session } from "./session";

const ROWS = 100;

/**
 * Returns the ids that begin with the typed text, among the newest rows the principal may list; empty when the
 * argument has no completion.
 */
export async function completionOf(
  surface: McpDefinitions,
  session: Session,
  { ref, argument }: CompleteRequestParams,
): Promise<CompleteResult> {
  const uris =
    ref.type === "ref/resource"
      ? [ref.uri]
      : (surface.prompts.find((prompt) => prompt.name === ref.name)?.attached ?? []);
  const completing = surface.resources.find(
    (each) => uris.includes(each.uri) && names(each).includes(argument.name) && each.completedBy,
  );
  const ids = completing?.completedBy ? await idsOf(session, completing.completedBy) : [];
  const values = ids.filter((id) => id.startsWith(argument.value));
  return { completion: { values, total: values.length, hasMore: false } };
}

const names = ({ uri }: AgentResource): string[] =>
  UriTemplate.isTemplate(uri) ? new UriTemplate(uri).variableNames : [];

async function idsOf(session: Session, from: NonNullable<AgentResource["completedBy"]>): Promise<string[]> {
  const procedure = session.procedure(from.procedure);
  if (!session.may(procedure)) return [];
  const response = await session.call(procedure, { ...from.input, limit: ROWS });
  if (
    response === null ||
    typeof response !== "object" ||
    !("data" in response) ||
    !Array.isArray(response.data)
  )
    return [];
  const rows: readonly unknown[] = response.data;
  return rows.flatMap((row) =>
    row !== null && typeof row === "object" && "id" in row && typeof row.id === "string" ? [row.id] : [],
  );
}
