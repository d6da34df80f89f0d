import { beforeEach, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { startSandboxService } from "@/server/testing/sandbox-service";
import { UsageError } from "./command";
import { commandFor } from "./commands";

const service = duringTests(startSandboxService);
let workspace: string;

beforeEach(async () => {
  workspace = (await service.workspace()).id;
  await service.make.item(workspace, { sku: "LAMP", price: 1999n });
  await call("store connect", "--kind", "sandbox");
});

async function call(name: string, ...options: string[]): Promise<Record<string, unknown>> {
  const { found, rest } = commandFor([...name.split(" "), "--workspace", workspace, ...options]);
  return { ...(await found.read(rest)({ services: service.services, folder: service.folder })) };
}

it("makes the store fail, shows it, and ends it", async () => {
  const late = { fault: "late", on: true, remaining: 2, seconds: 40, met: 0 };
  const started = await call("rehearsal start", "--fault", "late", "--times", "2", "--seconds", "40");
  expect(started["faults"]).toContainEqual(expect.objectContaining(late));
  await call("rehearsal start", "--fault", "lost_answer", "--until-ended");
  const { faults } = await call("rehearsal show");
  expect(faults).toEqual(
    expect.arrayContaining([
      expect.objectContaining(late),
      expect.objectContaining({ fault: "lost_answer", on: true, remaining: null }),
      expect.objectContaining({ fault: "throttled", on: false }),
    ]),
  );
  expect(await call("rehearsal end", "--fault", "late")).toMatchObject({ changed: true });
  expect(await call("rehearsal end")).toMatchObject({ changed: true });
  expect(await call("rehearsal end")).toMatchObject({ changed: false });
});

it.each([
  [["--fault", "late", "--times", "2", "--until-ended"], UsageError],
  [["--fault", "late", "--times", "two"], /number/],
  [["--fault", "earthquake"], /choose one of late, lost_answer/],
])("refuses %j", async (options, error) => {
  await expect(call("rehearsal start", ...options)).rejects.toThrow(error);
});

it("edits a price as a person in the shop, which the next sync finds", async () => {
  const money = ["--price", "22.50", "--currency", "EUR", "--sale-price", "18.00"];
  expect(await call("rehearsal edit-price", "--sku", "LAMP", ...money)).toMatchObject({ sku: "LAMP" });
  await call("store sync");
  const items = await service.sql("SELECT price, sale_price FROM catalog_items WHERE workspace_id = $1", [
    workspace,
  ]);
  expect(items).toEqual([{ price: 2250n, sale_price: 1800n }]);
  for (const price of ["22,50", "0", "22.505"])
    await expect(
      call("rehearsal edit-price", "--sku", "LAMP", "--price", price, "--currency", "EUR"),
    ).rejects.toThrow(UsageError);
});
