import { tmpdir } from "node:os";
import { z } from "zod";
import { freePort } from "@/server/testing/free-port";
import { allowAccess } from "./consent";
import { runSuite } from "./suites";
import type { Verdicts } from "./verdicts";

const Registered = z.object({ client_id: z.string() });
const PART = "authorization";
const WITHIN_MS = 60_000;

export interface AuthorizationRun {
  /** PUBLIC_URL of the service, which is also the issuer. */
  readonly issuer: string;
  readonly resource: string;
  readonly workspaceId: string;
  /** The session cookie of a signed-in member. */
  readonly session: string;
  operate(...args: readonly string[]): Promise<unknown>;
}

/** Runs the suite's scenarios for authorization servers: the metadata, and the code flow from consent to tokens. */
export async function evaluateAuthorization(run: AuthorizationRun, verdicts: Verdicts): Promise<void> {
  const port = await freePort();
  const callback = `http://127.0.0.1:${port}/callback`;
  const { client_id: clientId } = Registered.parse(
    await run.operate("oauth-client", "add", "--name", "Conformance", "--redirect-uris", callback),
  );
  const args = ["authorization", "--url", run.issuer, "--client-id", clientId, "--port", String(port)];
  const consents: Promise<void>[] = [];
  const { code, out, err } = await runSuite("newest", [...args, "--resource", run.resource], {
    withinMs: WITHIN_MS,
    cwd: tmpdir(),
    onOutput: (printed) => {
      const url = /^https?:\/\/\S+[?&]code_challenge=\S+$/m.exec(printed)?.[0];
      if (url && printed.includes("Waiting") && consents.length === 0)
        consents.push(allowAccess(url, run.session, run.workspaceId));
    },
  });
  await Promise.all(consents);
  const lines = [...out.matchAll(/^([✓✗]) (\S+): (.*)$/gm)];
  for (const [, mark, name = "", figures = ""] of lines)
    verdicts.note({
      part: PART,
      name,
      result: mark === "✓" && /^[1-9]/.test(figures) ? "passed" : "failed",
      note: mark === "✓" ? null : figures,
    });
  if (lines.length === 0)
    verdicts.note({ part: PART, name: "all", result: "failed", note: `${code}: ${(out + err).slice(-500)}` });
}
