import { agentSurface } from "@/server/api/agents/surface";
import { appRouter } from "@/server/api/root";
import { uploads } from "@/server/api/uploads";
import { forPages } from "@/server/boot/for-pages";
import type { Runtime } from "@/server/boot/runtime";
import { startWebServer } from "@/server/boot/web-server";
import { fileHandler } from "@/server/http/file-handler";
import { mcpHandler } from "@/server/http/mcp/handler";
import { productServer } from "@/server/http/mcp/server";
import type { Pages } from "@/server/http/pages";
import { sessionJwtHandler } from "@/server/http/session-jwt";
import { trpcHandler } from "@/server/http/trpc-handler";
import { startTestService, type TestService, type TestServiceOptions } from "./service";

/** A request that reached the pages. */
export interface PageRequest {
  readonly url: string | undefined;
  readonly forwarded: string | string[] | undefined;
  readonly body: string;
}

/** Longer than any test may take. */
const LONGEST_STOP_MS = 600_000;

/** The process's complete web server at one address, with pages that only record their requests. */
export interface TestSite {
  readonly url: string;
  readonly service: TestService;
  readonly shown: readonly PageRequest[];
  forget(): void;
  /** Ends the streams of changes, as a process does that stops. */
  endStreams(): void;
  /** Stops the web server alone, and waits for open requests without a limit. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Builds the runtime of a server process from a test's service. */
export function testRuntime({ services, rateLimiter, rest }: TestService): Runtime {
  const handlers = {
    rest,
    trpc: trpcHandler(appRouter, services, rateLimiter),
    files: fileHandler(appRouter, uploads, services, rateLimiter),
    mcp: mcpHandler(appRouter, services, rateLimiter, productServer(appRouter, agentSurface, { root: "." })),
    sessionJwt: sessionJwtHandler(services, rateLimiter),
  };
  const clientIpOf = (headers: Headers): string | null => headers.get("x-forwarded-for");
  return {
    services,
    metrics: services.meter,
    metricsToken: null,
    rateLimiter,
    ...handlers,
    forPages: forPages(services, rateLimiter, handlers, clientIpOf),
    readiness: async () => ({ serving: true, database: true }),
    clientIpOf,
    drain: () => undefined,
    endStreams: () => services.db.changes.end(),
    pagesAreOpen: () => undefined,
    close: async () => undefined,
  };
}

/** Starts the server; tests open it with `duringTests`. */
export async function startTestSite(options: TestServiceOptions = {}): Promise<TestSite> {
  const service = await startTestService(options);
  const shown: PageRequest[] = [];
  const pages: Pages = async (incoming, response) => {
    let body = "";
    for await (const chunk of incoming) body += String(chunk);
    shown.push({ url: incoming.url, forwarded: incoming.headers["x-forwarded-for"], body });
    response.writeHead(200).end("a page");
  };
  const runtime = testRuntime(service);
  const web = await startWebServer(runtime, pages, { port: 0, host: "127.0.0.1" });
  const address = web.server.address();
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`,
    service,
    shown,
    forget: () => void shown.splice(0),
    endStreams: runtime.endStreams,
    stop: () => web.stop(LONGEST_STOP_MS),
    close: async () => {
      await web.stop(0);
      await service.close();
    },
  };
}
