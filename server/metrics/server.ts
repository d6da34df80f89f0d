import { createServer } from "node:http";
import { METRICS_PATH, metricsHandler } from "@/server/http/metrics";
import { nodeAdapter } from "@/server/http/node-adapter";
import type { Services } from "@/server/usecases/services";
import { METRICS_TYPE, type Metrics } from "./metrics";

/** The address and port of the metrics, and their token; without one everyone who reaches the port may read them. */
export interface MetricsEndpoint {
  readonly port: number;
  readonly host: string;
  readonly token: string | null;
  readonly services: Pick<Services, "log" | "settings">;
}

/**
 * Serves only the metrics, at a port of their own.
 * @returns the address of the metrics, and how to stop
 * @throws Error with one line that names METRICS_PORT when the port is not available
 */
export async function startMetricsServer(
  metrics: Metrics,
  { port, host, token, services }: MetricsEndpoint,
): Promise<{ url: string; stop(): Promise<void> }> {
  const respond = nodeAdapter(
    metricsHandler({ text: metrics.text, contentType: METRICS_TYPE }, token),
    services,
  );
  const server = createServer((incoming, response) => void respond(incoming, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new Error(`METRICS_PORT: ${error.message.replace(/^listen \w+: /, "")}`, { cause: error })),
    );
    server.listen(port, host, resolve);
  });
  const bound = server.address();
  const at = typeof bound === "object" && bound !== null ? bound.port : port;
  return {
    url: `http://${host}:${at}${METRICS_PATH}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
