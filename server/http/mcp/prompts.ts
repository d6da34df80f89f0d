import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  UriTemplate,
} from "@modelcontextprotocol/server";
import type { AgentPrompt, McpDefinitions } from "@/server/api/mcp-definitions";
import { readResource } from "./resources";
import type { Session } from "./session";

/** Returns the prompts whose resources the principal may read. */
export const promptsFor = (surface: McpDefinitions, session: Session): Prompt[] =>
  surface.prompts
    .filter((prompt) => prompt.attached.every((uri) => readable(surface, session, uri)))
    .map(({ name, title, description, arguments: declared }) => ({
      name,
      title,
      description,
      ...(declared.length > 0 ? { arguments: declared.map((each) => ({ ...each, required: true })) } : {}),
    }));

function readable({ resources }: McpDefinitions, session: Session, uri: string): boolean {
  const resource = resources.find((each) => each.uri === uri);
  return !resource || session.may(session.procedure(resource.procedure));
}

/**
 * Returns a prompt's text, with the workspace's data attached as resources: the text itself contains none of it.
 * @throws ProtocolError for an unknown name, for a missing argument, and for every error of `readResource`
 */
export async function promptOf(
  surface: McpDefinitions,
  session: Session,
  {
    name,
    arguments: values = {},
  }: { name: string; arguments?: Readonly<Record<string, string>> | undefined },
  root: string,
): Promise<GetPromptResult> {
  const prompt = surface.prompts.find((each) => each.name === name);
  if (!prompt) throw invalid(`There is no prompt ${name}.`);
  const attached = await Promise.all(
    prompt.attached.map((uri) => readResource(surface, session, expandUri(prompt, uri, values), root)),
  );
  return {
    description: prompt.title,
    messages: [
      { role: "user", content: { type: "text", text: prompt.text } },
      ...attached
        .flatMap(({ contents }) => contents)
        .map((resource) => ({ role: "user" as const, content: { type: "resource" as const, resource } })),
    ],
  };
}

function expandUri(prompt: AgentPrompt, uri: string, values: Readonly<Record<string, string>>): string {
  if (!UriTemplate.isTemplate(uri)) return uri;
  const missing = prompt.arguments.find((each) => !values[each.name]);
  if (missing) throw invalid(`The prompt ${prompt.name} needs ${missing.name}: ${missing.description}`);
  return new UriTemplate(uri).expand({ ...values });
}

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);
