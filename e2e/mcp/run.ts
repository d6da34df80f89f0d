import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBundled, ensurePages } from "../../scripts/build.mjs";
import { DEMO_OWNER, demoShop } from "../demo-shop";
import { startService } from "../service";
import { evaluateAuthorization } from "./authorization";
import { openBearerProxy } from "./bearer-proxy";
import { evaluate } from "./conformance";
import { openFixtureServer } from "./fixture-server";
import { evaluateByInspector } from "./inspector";
import { EXPECTED_OF_FIXTURES, EXPECTED_OF_PRODUCT, OF_ANY_SERVER, STABLE_OF_ANY_SERVER } from "./scenarios";
import { installSuites } from "./suites";
import { Verdicts } from "./verdicts";

const ROOT = join(import.meta.dirname, "..", "..");
const REVISIONS = ["2026-07-28", "2025-11-25"] as const;

await installSuites();
await ensureBundled(ROOT);
if (!existsSync(join(ROOT, ".next", "BUILD_ID"))) await ensurePages(ROOT);
const dir = await mkdtemp(join(tmpdir(), "pricecheck-mcp-data-"));
const settings = { DATA_DIR: join(dir, "data"), DEMO: "1", RATE_LIMIT_PER_MINUTE: "1000000" };
const verdicts = new Verdicts();
const service = await startService(settings);
try {
  await evaluateAll();
} finally {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
}
const sum = verdicts.sum();
console.log(JSON.stringify(sum));
process.exit(sum.ok ? 0 : 1);

async function evaluateAll(): Promise<void> {
  const { operate, url } = service;
  const { workspaceId, mint } = await demoShop(service);
  const { SCOPES } = await import("@/server/domain/permissions");
  const token = await mint("Evaluation", SCOPES.join(","));
  const product = new URL("/api/mcp", url);
  const fixtures = await openFixtureServer(ROOT, { ...settings, PUBLIC_URL: url });
  const real = await openBearerProxy(product, token);
  const fixed = await openBearerProxy(fixtures.url, token);
  try {
    await evaluateConformance(real.url, fixed.url);
    await evaluateByInspector({ url: product.href, rest: `${url}/api/v1`, token }, verdicts);
    const session = await fixtures.sessionOf(DEMO_OWNER);
    const run = { issuer: url, resource: product.href, workspaceId, session, operate };
    await evaluateAuthorization(run, verdicts);
  } finally {
    await real.close();
    await fixed.close();
    await fixtures.close();
  }
}

async function evaluateConformance(real: string, fixed: string): Promise<void> {
  for (const revision of REVISIONS) {
    const args = ["--requirements", revision];
    await evaluate(
      {
        part: `the product, ${revision}`,
        suite: "newest",
        url: real,
        args,
        only: OF_ANY_SERVER[revision],
        ...(revision === "2026-07-28" ? { expected: EXPECTED_OF_PRODUCT } : {}),
      },
      verdicts,
    );
    await evaluate(
      {
        part: `fixtures behind the same handler, ${revision}`,
        suite: "newest",
        url: fixed,
        args,
        ...(revision === "2026-07-28" ? { expected: EXPECTED_OF_FIXTURES } : {}),
      },
      verdicts,
    );
  }
  const args = ["--suite", "all"];
  const stable = { suite: "stable", args } as const;
  await evaluate(
    { part: "the product, stable suite", url: real, only: STABLE_OF_ANY_SERVER, ...stable },
    verdicts,
  );
  await evaluate({ part: "fixtures behind the same handler, stable suite", url: fixed, ...stable }, verdicts);
}
