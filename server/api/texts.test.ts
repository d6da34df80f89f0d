import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { fetchAdapter } from "@/server/http/fetch-adapter";
import { allProcedures } from "@/server/http/routes";
import { trpcHandler } from "@/server/http/trpc-handler";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { appRouter } from "./root";

const service = duringTests(startTestService);
let workspace: TestWorkspace;
let cookie: string;
const site = "http://localhost:3000";

beforeAll(async () => {
  workspace = await service.workspace();
  cookie = await service.sessionCookie(workspace.userId);
});

/**
 * Builds an input whose texts are all `text`, as far as the schema accepts it; other fields get the first value that
 * fits.
 */
function inputOf(schema: unknown, text: string): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return {};
  const others = [[text], ["runs:read"], 1, true, "viewer", "sandbox", "2027-01-01T00:00:00Z", {}];
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    [text, ...others].find((value) => z.safeParse(field as z.ZodType, value).success),
  ]);
  return Object.fromEntries(fields);
}

async function ask(path: string, kind: string, input: object): Promise<Response> {
  const fetch = fetchAdapter(trpcHandler(appRouter, service.services, service.rateLimiter));
  const headers = {
    cookie,
    origin: site,
    "content-type": "application/json",
    "x-workspace-id": workspace.id,
  };
  const json = JSON.stringify(input);
  if (kind === "mutation")
    return fetch(new Request(`${site}/api/trpc/${path}`, { method: "POST", headers, body: json }));
  return fetch(new Request(`${site}/api/trpc/${path}?input=${encodeURIComponent(json)}`, { headers }));
}

describe("a text that cannot be kept is the caller's mistake, never the service's", () => {
  const procedures = allProcedures(appRouter).map(([path, { _def: definition }]) => {
    const { inputs }: { inputs?: readonly unknown[] } = definition as object;
    return { path, kind: definition.type, schema: inputs?.[0] };
  });

  it.each(procedures)("$path", async ({ path, kind, schema }) => {
    for (const text of ["a\u0000b", "half \ud83d"]) {
      const response = await ask(path, kind, inputOf(schema, text));
      expect(response.status, `${JSON.stringify(text)}: ${await response.text()}`).toBeLessThan(500);
    }
  });

  it("names the field when it is in the tags of a run", async () => {
    const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
    const response = await service.call("POST", "/runs", { token, body: '{"subset_tags":["ok","\\ud800"]}' });
    expect(response.status).toBe(422);
    expect(response.json).toMatchObject({ issues: [{ path: "subset_tags.1" }] });
  });
});
