import { forPages } from "@/server/boot/for-pages";
import { openHandlers } from "@/server/boot/handlers";
import type { Runtime } from "@/server/boot/runtime";
import { startWebServer } from "@/server/boot/web-server";
import type { Pages } from "@/server/http/pages";
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
  const handlers = { ...openHandlers(services, rateLimiter, "."), rest };
  return {
    services,
    metrics: services.meter,
    metricsToken: null,
    rateLimiter,
    ...handlers,
    forPages: forPages(services, rateLimiter, handlers, (headers) => headers.get("x-forwarded-for")),
    readiness: async () => ({ serving: true, database: true }),
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
