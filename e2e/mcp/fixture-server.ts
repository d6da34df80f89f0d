import { encode } from "next-auth/jwt";
import { appRouter } from "@/server/api/root";
import { sessionCookieName } from "@/server/auth/session-cookie";
import { readEnv } from "@/server/boot/env";
import { openInstallation } from "@/server/boot/installation";
import { openServices } from "@/server/boot/services";
import { findUserByEmail } from "@/server/db/accounts/accounts";
import { mcpHandler } from "@/server/http/mcp/handler";
import { MCP_PATH } from "@/server/http/mcp/refusal";
import { nodeAdapter } from "@/server/http/node-adapter";
import { openRateLimiter } from "@/server/rate-limit/open";
import { serveLoopback } from "@/server/testing/loopback-server";
import { beginSession } from "@/server/usecases/accounts/sessions";
import { fixtureAgents } from "./fixtures/server";

/** The MCP handler with the suite's fixtures in place of the product's tools. */
export interface FixtureServer {
  readonly url: URL;
  /** Starts a session for a person of the service and returns its cookie. */
  sessionOf(email: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens the product's own MCP handler, with its checks, rate limit and transport, on a running service's database.
 * The fixtures exist in this test only, never in the product.
 * @param settings the environment of the running service
 */
export async function openFixtureServer(
  root: string,
  settings: Readonly<Record<string, string>>,
): Promise<FixtureServer> {
  const env = readEnv({ ...settings, LOG_LEVEL: "error" });
  const installation = await openInstallation(env, root);
  const services = openServices({ env, ...installation, sandbox: null });
  const { db, log, now } = services;
  const rateLimiter = openRateLimiter({
    redisUrl: null,
    upstash: null,
    db,
    embedded: installation.embedded,
    log,
    now,
  });
  const handler = nodeAdapter(mcpHandler(appRouter, services, rateLimiter, fixtureAgents), services);
  const server = await serveLoopback((incoming, response) => void handler(incoming, response));
  return {
    url: new URL(`http://localhost:${server.port}${MCP_PATH}`),
    sessionOf: async (email) => {
      const person = await findUserByEmail(db, email);
      if (!person) throw new Error(`there is no ${email}`);
      const sessionOptions = { method: "password", network: null, agent: "Conformance" } as const;
      const { userId, epoch, sessionId } = await beginSession(services, person.id, sessionOptions);
      const { authSecret: secret, publicUrl } = services.settings;
      const value = await encode({ secret, token: { sub: userId, epoch, sid: sessionId } });
      return `${sessionCookieName(publicUrl)}=${value}`;
    },
    close: async () => {
      await server.close();
      await rateLimiter.close();
      await db.close();
      await installation.stop();
    },
  };
}
