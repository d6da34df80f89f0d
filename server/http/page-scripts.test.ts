import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compressFiles } from "@/scripts/compress.mjs";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";
import { withPageScripts } from "./page-scripts";

const SCRIPT = "export const answer = 42;\n".repeat(100);

let folder: string;
let server: LoopbackServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "page scripts "));
  await writeFile(join(folder, "a.js"), SCRIPT);
  await writeFile(join(folder, "font.woff2"), "a font");
  await compressFiles(folder);
  const pages = withPageScripts(folder, async (_incoming, response) => void response.end("from the pages"));
  server = await serveLoopback((incoming, response) => void pages(incoming, response));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function ask(path: string, accepted: string, method = "GET") {
  const { port } = server;
  const headers = { "accept-encoding": accepted };
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    })
      .on("error", reject)
      .end();
  });
}

const AS_TEXT = { br: brotliDecompressSync, gzip: gunzipSync };

it.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, br;q=0", "gzip"],
  ["GZIP", "gzip"],
] as const)("sends a client that accepts %s a script as %s, to be kept for ever", async (accepted, used) => {
  const { headers, body } = await ask("/_next/static/a.js?dpl=1", accepted);
  expect(headers).toMatchObject({
    "content-encoding": used,
    "content-type": "application/javascript; charset=UTF-8",
    "content-length": String(body.length),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  });
  expect(AS_TEXT[used](body).toString()).toBe(SCRIPT);
});

it("tells the length of a script without sending it", async () => {
  const { headers, body } = await ask("/_next/static/a.js", "br", "HEAD");
  expect(Number(headers["content-length"])).toBeGreaterThan(0);
  expect(body.length).toBe(0);
});

it.each([
  ["a client that accepts no compression", "/_next/static/a.js", "identity", "GET"],
  ["a file that is not compressed", "/_next/static/font.woff2", "br", "GET"],
  ["a file that does not exist", "/_next/static/b.js", "br", "GET"],
  ["a path outside of the folder", "/_next/static/../a.js", "br", "GET"],
  ["another method", "/_next/static/a.js", "br", "POST"],
  ["a page", "/a.js", "br", "GET"],
])("leaves %s to the pages", async (_what, path, accepted, method) => {
  const { headers, body } = await ask(path, accepted, method);
  expect(body.toString()).toBe("from the pages");
  expect(headers["content-encoding"]).toBeUndefined();
});
