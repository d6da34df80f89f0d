import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { expect } from "@playwright/test";
import { z } from "zod";
import { stock } from "@/e2e/assortment";
import { test } from "@/e2e/fixtures";

const run = promisify(execFile);
const program = (...parts: string[]) => join("node_modules", ...parts);
const env = {
  ...process.env,
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

test("a script made from the API's document does the main job", async ({ newShop, service }) => {
  const shop = await newShop();
  await shop.connectSandbox();
  await stock(shop.client);
  const args = [program("tsx", "dist", "cli.mjs"), join("e2e", "sample", "main-job.ts")];
  const { stdout } = await run(process.execPath, [...args, service.url, shop.client.token], { env });
  const lastLine: unknown = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(z.object({ status: z.string() }).parse(lastLine).status).toBe("applied");
});

test("the flow written down in Arazzo holds at every step", async ({ newShop, service }) => {
  const shop = await newShop();
  await shop.connectSandbox();
  await stock(shop.client);
  const flow = join("e2e", "sample", "main-job.arazzo.yaml");
  const args = [program("@redocly", "cli", "bin", "cli.js"), "respect", flow];
  const options = ["--input", `token=${shop.client.token}`, "--server", `pricecheck=${service.url}/api/v1`];
  const { stdout } = await run(process.execPath, [...args, ...options], { env });
  expect(stripVTControlCharacters(stdout)).toContain("Workflows: 1 passed, 1 total");
});
