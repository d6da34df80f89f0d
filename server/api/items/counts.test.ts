import { afterAll, beforeAll, expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { startTestService, type TestService } from "@/server/testing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

it("counts each filter's values over everything that matches the other filters, in this workspace alone", async () => {
  const { id, userId } = await service.workspace();
  const owner = await browserCaller(service, { userId, workspaceId: id });
  const other = await service.workspace();
  await service.make.item(other.id, { brand: "Lumen" });
  await service.make.item(id, { brand: "Lumen", category: "Lamps", tags: ["oak", "new"], stock: 4 });
  await service.make.item(id, { brand: "Lumen", category: "Mugs", tags: ["oak"], stock: 0 });
  await service.make.item(id, { brand: "Karft", category: "Lamps", tags: [], stock: null, price: 100n });
  await service.make.item(id, { tags: [], stock: 1, archived_at: new Date(service.clock.now()) });
  const of = (value: string, count: number) => ({ value, count });
  expect(await owner.catalog.counts({})).toEqual({
    total: 4,
    facets: {
      brand: [of("Lumen", 2), of("Karft", 1)],
      category: [of("Lamps", 2), of("Mugs", 1)],
      tag: [of("oak", 2), of("new", 1)],
      state: [of("active", 3), of("archived", 1)],
      stock: [of("some", 2), of("none", 1), of("unknown", 1)],
      position: [of("unknown", 4)],
    },
  });
  expect(await owner.catalog.counts({ brand: "Lumen", state: "active", min_margin: "-20" })).toEqual({
    total: 2,
    facets: {
      brand: [of("Lumen", 2), of("Karft", 1)],
      category: [of("Lamps", 1), of("Mugs", 1)],
      tag: [of("oak", 2), of("new", 1)],
      state: [of("active", 2)],
      stock: [of("none", 1), of("some", 1)],
      position: [of("unknown", 2)],
    },
  });
});
