import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@/e2e/fixtures";
import { startService } from "@/e2e/service";
import { freePort } from "@/server/testing/free-port";

test("the API answers while the pages are being built, and an open page is shown once they are", async ({
  page,
  problem,
}) => {
  problem.expect(/status of 503/);
  const folder = await mkdtemp(join(tmpdir(), "pricecheck-first-start-"));
  const built = join(folder, "built");
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const preload = pathToFileURL(
    join(import.meta.dirname, "..", "server", "testing", "pages-built-later.mjs"),
  ).href;
  const starting = startService({
    PORT: String(port),
    NODE_OPTIONS: `--import=${preload}`,
    PAGES_BUILT: built,
  });
  try {
    const statusOf = async (path: string) => (await fetch(`${url}${path}`).catch(() => null))?.status;
    await expect.poll(() => statusOf("/api/v1/openapi.json"), { timeout: 120_000 }).toBe(200);
    expect(await statusOf("/")).toBe(200);
    const readiness = await fetch(`${url}/readyz`);
    expect([readiness.status, await readiness.json()]).toEqual([
      503,
      expect.objectContaining({ checks: expect.objectContaining({ pages: false, database: true }) }),
    ]);

    await page.goto(`${url}/sign-in`);
    await expect(page.getByRole("heading", { name: "Pricecheck is being made ready" })).toBeVisible();
    await writeFile(built, "built");
    const service = await starting;
    await expect(page.getByLabel("E-mail")).toBeVisible();
    expect(service.printed()).toContain(`The pages are ready at http://localhost:${port}`);
  } finally {
    // Without it the service would go on after a test that fails.
    await writeFile(built, "built");
    await page.close();
    await (await starting).stop();
    await rm(folder, { recursive: true });
  }
});
