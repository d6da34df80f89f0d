import { describe, expect, it } from "vitest";
import { RedirectUri, redirectTarget } from "./redirect-uri";

describe("an address an application may be answered at", () => {
  it.each([
    ["https://app.example/callback", { kind: "web", name: "app.example" }],
    ["https://app.example:8443/callback?from=here", { kind: "web", name: "app.example:8443" }],
    ["http://localhost/callback", { kind: "this_computer", name: "localhost" }],
    ["http://127.0.0.1:7000/callback", { kind: "this_computer", name: "127.0.0.1" }],
    ["http://[::1]/callback", { kind: "this_computer", name: "[::1]" }],
    ["cursor://anysphere.cursor/callback", { kind: "application", name: "cursor" }],
    ["com.example.app:/oauth", { kind: "application", name: "com.example.app" }],
  ])("%s is one, and a person is told where it leads", (uri, target) => {
    expect(redirectTarget(uri)).toEqual(target);
    expect(RedirectUri.safeParse(uri).success).toBe(true);
  });

  it.each([
    "http://app.example/callback",
    "http://127.0.0.1.evil.example/callback",
    "http://localhost.evil.example/",
    "https://localhost/callback",
    "https://me@app.example/",
    "https://me:secret@app.example/",
    "https://app.example/callback#part",
    "https://app.example\\@evil.example/",
    "https://app.example/a b",
    "javascript:alert(1)",
    "data:text/html,hello",
    "file:///etc/passwd",
    "vbscript:x",
    "blob:https://app.example/1",
    "/callback",
    "app.example/callback",
    "",
    `https://app.example/${"a".repeat(2_000)}`,
  ])("%s is none", (uri) => {
    expect(redirectTarget(uri)).toBeNull();
    expect(RedirectUri.safeParse(uri).success).toBe(false);
  });
});
