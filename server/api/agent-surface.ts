/** What agents are offered beside the tools. It names procedures by their path, and holds no data of any workspace. */
export interface AgentSurface {
  /** What every agent is told when it connects. */
  readonly instructions: string;
  readonly resources: readonly AgentResource[];
  readonly documents: readonly AgentDocument[];
  readonly prompts: readonly AgentPrompt[];
}

/** A procedure's answer under an address of its own. */
export interface AgentResource {
  /** Names in braces are inputs of the procedure. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly procedure: string;
  /** What the procedure is asked beside what the address says. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Where values for the name in braces come from: a procedure that lists them, by the field `id`. */
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

/** A task that a person starts. What it works on is attached beside its words, never written into them. */
export interface AgentPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
  readonly words: string;
  /** Addresses of resources; a name in braces is an argument of the prompt. */
  readonly attached: readonly string[];
}
