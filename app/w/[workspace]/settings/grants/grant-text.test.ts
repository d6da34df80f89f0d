import { expect, it } from "vitest";
import { GRANT_ENDS } from "@/server/domain/grants/grant";
import type { Grant } from "./grant";
import { channels, clientDetail, endText } from "./grant-text";

const grant: Grant = {
  id: "grt_1",
  client: { name: "Claude", kind: "document", host: "tools.example" },
  answered_at: "localhost",
  resources: ["mcp"],
  scopes: ["runs:read"],
  state: "active",
  person: "anna@shop.example",
  own: true,
  created_at: "2026-11-01T10:00:00.000Z",
  last_used_at: null,
  expires_at: "2026-12-01T10:00:00.000Z",
  ended: null,
};

it("says whose application it is, where it is answered and by which ways it acts", () => {
  expect(clientDetail(grant)).toBe("tools.example · answered at localhost");
  const registered = { ...grant.client, kind: "registered" as const, host: null };
  expect(clientDetail({ ...grant, client: registered, answered_at: null })).toBe("registered here");
  expect(channels({ ...grant, resources: ["mcp", "api"] })).toBe("Agent (MCP), REST");
});

it("has words of its own for every way a grant ends", () => {
  const at = "2026-11-02T10:00:00.000Z";
  const texts = GRANT_ENDS.map((reason) => endText({ ...grant, ended: { at, by: null, reason } }));
  expect(new Set(texts).size).toBe(GRANT_ENDS.length - 1);
  expect(endText({ ...grant, ended: { at, by: "mia@shop.example", reason: "admin" } })).toBe(
    "Ended by mia@shop.example",
  );
  expect(endText(grant)).toBeNull();
});
