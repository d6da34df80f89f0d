import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request as forward, type Server } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { appRouter } from "@/server/api/root";
import { openApiText } from "@/server/http/openapi";
import { freePort } from "@/server/testing/free-port";
import { UPSTREAM_HEADER } from "./validated-request";

declare module "vitest" {
  export interface ProvidedContext {
    /** The proxy that validates every answer against the document; undefined if tests call services directly. */
    readonly documentProxyUrl: string | undefined;
  }
}

const READY_WITHIN_MS = 60_000;

/** Starts Prism with the served document in front of a switch that forwards each request to the service it names. */
export default async function startDocumentProxy(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-document-"));
  const document = join(folder, "openapi.json");
  await writeFile(document, openApiText(appRouter, "http://localhost:3000"));
  const board = switchboard();
  const upstream = await listening(board);
  const port = await freePort();
  const args = ["proxy", document, upstream, "--port", String(port), "--host", "127.0.0.1"];
  const program = [prismProgram(), ...args, "--validate-request", "false", "--cors", "false"];
  const prism = spawn(process.execPath, program, { stdio: "ignore" });
  const stop = async (): Promise<void> => {
    prism.kill();
    board.closeAllConnections();
    board.close();
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitForResponse(url);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide("documentProxyUrl", url);
  return stop;
}

function prismProgram(): string {
  const manifest = createRequire(import.meta.url).resolve("@stoplight/prism-cli/package.json");
  return join(dirname(manifest), "dist", "index.js");
}

function switchboard(): Server {
  return createServer((incoming, outgoing) => {
    const base = String(incoming.headers[UPSTREAM_HEADER] ?? "");
    if (!URL.canParse(base)) {
      outgoing.writeHead(421).end();
      return;
    }
    const { [UPSTREAM_HEADER]: _base, host: _host, ...headers } = incoming.headers;
    const onward = forward(base + (incoming.url ?? ""), { method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
}

const listening = (server: Server): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${portOf(server)}`));
  });

function portOf(server: { address(): ReturnType<Server["address"]> }): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

async function waitForResponse(url: string): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await pause(100)) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response) return;
  }
  throw new Error("Prism did not start.");
}
