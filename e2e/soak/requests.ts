import { message, standardHeaders } from "@/server/testing/agents";
import type { LoadedShop } from "./supply";

/** What was asked and answered, by kind of request and by status; `cut` is no answer. */
export interface Tally {
  requests: number;
  readonly byKind: Record<string, number>;
  readonly byStatus: Record<string, number>;
  /** Requests without an answer, and answers with status 400 or above but 409: a load that is refused is none. */
  readonly failures: { readonly at: number; readonly kind: string; readonly answer: string }[];
}

export const emptyTally = (): Tally => ({ requests: 0, byKind: {}, byStatus: {}, failures: [] });

/** An answer; status 0 for none. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends requests to the service as scripts, agents and pages do, and counts the answers. */
export interface Requests {
  readonly rest: (shop: LoadedShop, path: string, body?: object) => Promise<Answer>;
  readonly agent: (shop: LoadedShop, tool: string, given: object) => Promise<Answer>;
  readonly call: (shop: LoadedShop, procedure: string, input?: object) => Promise<Answer>;
  readonly page: (shop: LoadedShop, path: string) => Promise<Answer>;
}

const ANSWERS_WITHIN_MS = 60_000;
const CONFLICT = 409;

/** @param origin of the service */
export function requestsTo(origin: string, tally: Tally): Requests {
  const send = async (kind: string, path: string, init: RequestInit): Promise<Answer> => {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    const { status, text } = await fetch(origin + path, { ...init, signal }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      (error: unknown) => ({ status: 0, text: String((error instanceof Error && error.cause) || error) }),
    );
    const named = status === 0 ? "cut" : String(status);
    tally.requests += 1;
    tally.byKind[kind] = (tally.byKind[kind] ?? 0) + 1;
    tally.byStatus[named] = (tally.byStatus[named] ?? 0) + 1;
    if (status === 0 || (status >= 400 && status !== CONFLICT)) {
      const answer = `${path.split("?", 1)[0]}: ${status === 0 ? text : `${status} ${text.slice(0, 160)}`}`;
      tally.failures.push({ at: Date.now(), kind, answer });
    }
    return { status, text };
  };
  // A connection that is kept could be closed by the service just when the next request is sent.
  const json = { "content-type": "application/json", connection: "close" };
  const postOf = (body: object | undefined): RequestInit =>
    body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return {
    rest: ({ shop }, path, body) =>
      send("REST", `/api/v1${path}`, {
        ...postOf(body),
        headers: { ...json, authorization: `Bearer ${shop.approvers[0]}` },
      }),
    agent: ({ shop }, tool, given) => {
      const body = message("tools/call", { name: tool, arguments: given });
      const accept = "application/json, text/event-stream";
      const authorization = `Bearer ${shop.approvers[1]}`;
      const headers = { ...json, accept, authorization, ...standardHeaders(body) };
      return send("agents", "/api/mcp", { ...postOf(body), headers });
    },
    call: ({ shop, cookie }, procedure, input) =>
      send("pages' calls", `/api/trpc/${procedure}`, {
        ...postOf(input),
        headers: { ...json, cookie, "x-workspace-id": shop.workspace.id, "sec-fetch-site": "same-origin" },
      }),
    page: ({ shop, cookie }, path) =>
      send("pages", `/w/${shop.workspace.id}${path}`, {
        headers: { cookie, accept: "text/html", connection: "close" },
      }),
  };
}
