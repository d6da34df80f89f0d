import {
  type CallToolResult,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { AnyTRPCRouter } from "@trpc/server";
import type { AgentHints } from "@/server/api/declaration";
import { deprecationText } from "@/server/domain/deprecation";
import { readDigits } from "../digits";
import { publishedRoutes, type Route } from "../routes";
import { limitedResponse } from "./response-limit";
import type { Session } from "./session";
import { toolError } from "./tool-error";
import { AGENT_LIMIT, inputSchemaOf } from "./tool-schemas";

/** An endpoint as a tool for agents. */
export interface Tool {
  readonly procedure: string;
  readonly scope: string;
  readonly listed: ListedTool;
  readonly pages: boolean;
  readonly without: readonly string[];
  /** Arguments that are whole numbers; models sometimes send them as text. */
  readonly numbers: readonly string[];
}

export type ToolTable = ReadonlyMap<string, Tool>;

/** Returns the tools of a router by name, from the declarations for agents. */
export function toolTable(router: AnyTRPCRouter): ToolTable {
  const tools = publishedRoutes(router).flatMap((route) => {
    const { mcp } = route.declaration;
    return mcp === false ? [] : [toolOf(route, mcp)];
  });
  return new Map(tools.map((tool) => [tool.listed.name, tool]));
}

function toolOf({ procedurePath, kind, declaration, numbers }: Route, hints: AgentHints): Tool {
  const { summary, description, scope, input, repeats, deprecated } = declaration;
  const deprecationNotice = deprecated ? deprecationText(deprecated) : "";
  const readOnly = kind === "query";
  const without = hints.without ?? [];
  const inputSchema = inputSchemaOf(input, without);
  return {
    procedure: procedurePath,
    scope,
    pages: readOnly && "limit" in input.shape && "cursor" in input.shape,
    without,
    numbers,
    listed: {
      name: toolName(procedurePath),
      title: summary,
      description: [`${summary}.`, deprecationNotice, description].filter(Boolean).join(" "),
      inputSchema,
      annotations: {
        readOnlyHint: readOnly,
        destructiveHint: !readOnly && hints.destructive,
        idempotentHint: readOnly || (hints.idempotent ?? repeats === "natural"),
        openWorldHint: hints.openWorld ?? false,
      },
    },
  };
}

/** `writeBacks.revert` becomes `write_backs_revert`: every client accepts letters, digits and underscores. */
export const toolName = (procedurePath: string): string =>
  procedurePath.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll(".", "_");

/** Returns the tools the principal may use. */
export const toolsFor = (tools: ToolTable, session: Session): ListedTool[] =>
  [...tools.values()]
    .filter(({ procedure }) => session.may(session.procedure(procedure)))
    .map(({ listed }) => listed);

/** Calls a tool. @throws ProtocolError (invalid params) for an unknown name; the tool's own errors are answers */
export async function callTool(
  tools: ToolTable,
  session: Session,
  {
    name,
    arguments: toolArguments = {},
  }: { name: string; arguments?: Readonly<Record<string, unknown>> | undefined },
): Promise<CallToolResult> {
  const tool = tools.get(name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
  const procedure = session.procedure(tool.procedure);
  const offered = Object.fromEntries(
    Object.entries(toolArguments).filter(([key]) => !tool.without.includes(key)),
  );
  const input = readDigits(tool.pages ? { limit: AGENT_LIMIT, ...offered } : offered, tool.numbers);
  try {
    const { value, text, hint } = await limitedResponse(
      (callInput) => session.call(procedure, callInput),
      input,
      tool,
    );
    const hints = hint === null ? [] : [{ type: "text" as const, text: hint }];
    return { content: [{ type: "text", text }, ...hints], structuredContent: value };
  } catch (thrown) {
    const { services, request } = session.ctx;
    const { publicUrl } = services.settings;
    return toolError(session.publicError(thrown, name), { requestId: request.id, publicUrl });
  }
}
