import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appRouter } from "@/server/api/root";
import { mcpHandler } from "@/server/http/mcp/handler";
import { MCP_PATH } from "@/server/http/mcp/refusal";
import { nodeAdapter } from "@/server/http/node-adapter";
import { productAgents } from "@/server/testing/agents";
import { personWithBrowser } from "@/server/testing/oauth";
import { authorize, type TestBrowser } from "@/server/testing/oauth-browser";
import { type OAuthService, startOAuthService } from "@/server/testing/oauth-service";

const ID = "https://tools.example/agent.json";
const CALLBACK = "http://127.0.0.1:3333/callback";
const METADATA = {
  client_name: "Price Agent",
  redirect_uris: [CALLBACK],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

let service: OAuthService;
beforeAll(async () => {
  service = await startOAuthService({
    fetchDocument: async (url) => ({
      ok: true,
      url,
      status: 200,
      headers: { get: () => null },
      contentType: "application/json",
      body: Buffer.from(JSON.stringify({ ...METADATA, client_id: ID })),
    }),
    beside: ({ services, rateLimiter }) => ({
      [MCP_PATH]: nodeAdapter(mcpHandler(appRouter, services, rateLimiter, productAgents()), services),
    }),
  });
});
afterAll(() => service.close());

/** Storage of the official MCP client for one user of one agent; the browser is that user's. */
class AgentMemory implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadataUrl = ID;
  readonly clientMetadata = METADATA;
  callback: URLSearchParams | null = null;
  private kept: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
  private known: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
  private verifier = "";

  constructor(
    private readonly browser: TestBrowser,
    private readonly workspaceId: string,
  ) {}

  clientInformation = () => this.known;
  saveClientInformation: NonNullable<OAuthClientProvider["saveClientInformation"]> = (known) => {
    this.known = known;
  };
  tokens = () => this.kept;
  saveTokens: OAuthClientProvider["saveTokens"] = (tokens) => {
    this.kept = tokens;
  };
  redirectToAuthorization = async (url: URL) => {
    this.callback = (await authorize(this.browser, url.href, { workspaceId: this.workspaceId })).searchParams;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
}

const transportFor = (memory: AgentMemory) =>
  new StreamableHTTPClientTransport(new URL(MCP_PATH, service.origin), { authProvider: memory });

async function connect(memory: AgentMemory): Promise<Client> {
  const client = new Client({ name: "agent", version: "1" });
  await client.connect(transportFor(memory));
  return client;
}

describe("an agent with the official client", () => {
  it("finds its way from a 401 to the tools it was let use, and renews by itself", async () => {
    const { workspace, browser } = await personWithBrowser(service);
    const memory = new AgentMemory(browser, workspace.id);
    const first = transportFor(memory);
    await expect(new Client({ name: "agent", version: "1" }).connect(first)).rejects.toThrow();
    if (!memory.callback) throw new Error("nobody was asked");
    await first.finishAuth(memory.callback);
    const client = await connect(memory);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(1);
    const writing = tools.filter((tool) => !tool.annotations?.readOnlyHint);
    expect(writing.map(({ name, annotations }) => [name, annotations?.destructiveHint])).toEqual([
      ["policy_preview", false],
    ]);
    await client.close();

    const before = memory.tokens()?.access_token;
    await service.sql(
      "UPDATE oauth_records SET expires_at = now() - interval '1 day' WHERE model = 'AccessToken'",
    );
    const again = await connect(memory);
    expect((await again.listTools()).tools).toEqual(tools);
    expect(memory.tokens()?.access_token).not.toBe(before);
    await again.close();
  });
});
