/**
 * The MCP surface beside the tools: instructions, resources, documents and prompts. It refers to procedures by their
 * path and holds no tenant data.
 */
export interface McpDefinitions {
  /** Instructions sent to every client when it connects. */
  readonly instructions: string;
  readonly resources: readonly AgentResource[];
  readonly documents: readonly AgentDocument[];
  readonly prompts: readonly AgentPrompt[];
}

/** An MCP resource: the output of a procedure under a URI. */
export interface AgentResource {
  /** Names in braces are inputs of the procedure. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly procedure: string;
  /** Fixed inputs of the procedure, in addition to those in the URI. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Source of completions for the name in braces: a procedure that lists the values in its field `id`. */
  readonly completedBy?: { readonly procedure: string; readonly input?: Readonly<Record<string, unknown>> };
}

/** A page of the documentation. */
export interface AgentDocument {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Relative to the project's folder. */
  readonly file: string;
}

/**
 * An MCP prompt: a task that a person starts. Tenant data is attached as resources, never written into the prompt's
 * text.
 */
export interface AgentPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
  readonly text: string;
  /** Resource URIs; a name in braces is an argument of the prompt. */
  readonly attached: readonly string[];
}
