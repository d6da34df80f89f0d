import { describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { commandFor } from "./commands";

const service = duringTests(startTestService);

async function call(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { found: command, rest } = commandFor(args);
  return { ...(await command.read(rest)({ services: service.services, folder: "." })) };
}

describe("applications", () => {
  it("are registered, listed without a secret, and taken off the register", async () => {
    const uris = "https://app.example/callback,http://127.0.0.1/callback";
    const open = await call("oauth-client", "add", "--name", "Desk", "--redirect-uris", uris);
    expect(open).toEqual({ client_id: expect.stringMatching(/^cli_/) });
    service.clock.advance(1_000);
    const args = ["--name", "Office", "--redirect-uris", "https://office.example/in", "--confidential"];
    const closed = await call("oauth-client", "add", ...args);
    expect(closed).toMatchObject({ client_secret: expect.stringMatching(/^pcs_\w{49}$/) });
    const listed = await call("oauth-client", "list");
    expect(listed).toMatchObject({
      data: [
        { name: "Office", confidential: true, removed_at: null },
        { name: "Desk", confidential: false, redirect_uris: uris.split(",") },
      ],
    });
    expect(JSON.stringify(listed)).not.toContain(String(closed["client_secret"]).slice(4));
    const id = String(open["client_id"]);
    expect(await call("oauth-client", "remove", "--id", id)).toEqual({
      client_id: id,
      removed: true,
      ended_grants: 0,
    });
    await expect(call("oauth-client", "remove", "--id", "cli_nobody")).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it.each(["http://app.example/callback", "https://app.example/#a", "javascript:alert(1)", ""])(
    "are refused when they would be answered at %j",
    async (uri) => {
      const attempt = async () => call("oauth-client", "add", "--name", "Desk", "--redirect-uris", uri);
      await expect(attempt()).rejects.toThrow();
    },
  );
});
