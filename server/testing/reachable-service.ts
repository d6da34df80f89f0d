import type { RequestListener } from "node:http";
import { startWebServer } from "@/server/boot/web-server";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";
import { startTestService, type TestService } from "@/server/testing/service";
import { testRuntime } from "@/server/testing/site";

/** A service with its web server, which shops on this machine reach. */
export interface ReachableService {
  readonly service: TestService;
  /** Where its web server answers. */
  readonly url: string;
  /** While true, every request is answered with 500. */
  isFailing: boolean;
  close(): Promise<void>;
}

/**
 * Starts a service with its web server, without pages.
 * @param publicUrl the address that it names to others; by default the one where its web server answers
 */
export async function startReachableService(publicUrl?: string): Promise<ReachableService> {
  let respond: RequestListener = (_incoming, response) => response.writeHead(503).end();
  const outside: LoopbackServer = await serveLoopback((incoming, response) => respond(incoming, response));
  const service = await startTestService({
    now: new Date().toISOString(),
    settings: { publicUrl: publicUrl ?? outside.url, loopbackOnly: false },
  });
  const noPage = async (_incoming: unknown, response: Parameters<RequestListener>[1]) => {
    response.writeHead(404).end("no page");
  };
  const web = await startWebServer(testRuntime(service), noPage, { port: 0, host: "127.0.0.1" });
  const reachable: ReachableService = {
    isFailing: false,
    service,
    url: outside.url,
    close: async () => {
      await outside.close();
      await web.stop(0);
      await service.close();
    },
  };
  respond = (incoming, response) => {
    if (reachable.isFailing) response.writeHead(500).end();
    else web.server.emit("request", incoming, response);
  };
  return reachable;
}
