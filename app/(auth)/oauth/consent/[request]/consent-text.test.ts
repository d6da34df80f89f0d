import { describe, expect, it } from "vitest";
import { blockerText, channelText, clientText, redirectText } from "./consent-text";

const client = { id: "https://tools.example/agent.json", name: "Claude", host: "tools.example" };

describe("the consent page", () => {
  it("tells what was verified from what an application says of itself", () => {
    expect(clientText({ ...client, kind: "document" })).toBe(
      "Verified: it belongs to tools.example. The name is what it calls itself.",
    );
    expect(clientText({ ...client, host: null, kind: "registered" })).toContain("by the operator");
  });

  it("names where the answer goes, and warns where anybody could stand there", () => {
    expect(redirectText({ kind: "web", name: "app.example" })).toBe("Your answer is sent to app.example.");
    expect(redirectText({ kind: "this_computer", name: "localhost" })).toContain("this computer (localhost)");
    expect(redirectText({ kind: "application", name: "cursor" })).toContain("cursor: links");
    for (const kind of ["this_computer", "application"] as const)
      expect(redirectText({ kind, name: "x" })).toContain("only if you started this just now");
  });

  it("says by which ways it will act, and why a workspace is not offered", () => {
    expect(channelText(["mcp", "api"])).toBe("as an agent (MCP) and through the REST API");
    const workspace = { id: "ws_1", name: "Lamps", role: "owner", plan: "pro" } as const;
    expect(blockerText({ ...workspace, blocker: "plan" })).toContain("the pro plan");
    expect(blockerText({ ...workspace, blocker: "lifecycle" })).toContain("no changes");
    expect(blockerText({ ...workspace, blocker: "email_not_confirmed" })).toContain("confirm");
  });
});
