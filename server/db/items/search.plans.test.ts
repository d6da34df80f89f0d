import { inTenant } from "@/server/db/database/transaction";
import { LARGE_SHOP_ITEMS as ITEMS, openLargeShop } from "@/server/testing/large-shop";
import type { TestService } from "@/server/testing/service";
import {
  itHoldsUnderAnyStatistics,
  startWatchedService,
  tooBusyAmong,
  type WatchedDatabase,
} from "@/server/testing/statement-plans";
import { latestRecommendations } from "../recommendations/latest";
import { searchItems } from "./search";

let service: TestService;
let watched: WatchedDatabase;
startWatchedService((started) => {
  ({ service, watched } = started);
});

const FIRST = `itm_${"1".padStart(26, "0")}`;

async function tooBusy(statistics: () => Promise<unknown>) {
  const { workspace } = await openLargeShop(service);
  await statistics();
  const search = (text: string, untilMs: number) =>
    inTenant(watched.db, workspace.tenant, (tx) => searchItems(tx, text, { most: 6, untilMs }));
  return tooBusyAmong(watched, [
    ["what begins with the text, by index", 20, () => search("SKU-1", 0)],
    ["what only contains it", ITEMS, () => search("nothing like it", Number.POSITIVE_INFINITY)],
    [
      "the newest recommendations of a few items",
      20,
      () =>
        inTenant(watched.db, workspace.tenant, (tx) => latestRecommendations(tx, [FIRST, FIRST], new Date())),
    ],
  ]);
}

itHoldsUnderAnyStatistics("a search reads the catalog once at most", () => service, tooBusy);
