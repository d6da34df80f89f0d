/**
 * Replays years of a shop's past, day by day, through the product itself: import, run, alerts, recommendations,
 * approval and write-back to the sandbox store, on its own PostgreSQL. Every run is then recomputed from its stored
 * inputs. `npm run eval:history -- FOLDER [--shop spar] [--market billa] [--days N]`; days without a change are
 * skipped. The last output line is the figures as JSON; exits with 1 if an alert repeated, a price was lost or a
 * replay differed.
 */
import { parseArgs } from "node:util";
import { alertWatch } from "./history/alerts";
import { readDataset } from "./history/dataset";
import { type KnownPrices, processDay } from "./history/day";
import { openInstallation } from "./history/installation";
import { openShop } from "./history/shop";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    shop: { type: "string", default: "spar" },
    market: { type: "string", default: "billa" },
    days: { type: "string" },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("Usage: npm run eval:history -- FOLDER [--shop NAME] [--market NAME] [--days N]");
  process.exit(2);
}
const { pairs, days } = readDataset(folder, values.shop, values.market);
const selected = values.days === undefined ? days : days.slice(0, Number(values.days));
const installation = await openInstallation();
const megabytes = (): number => Math.round(process.memoryUsage().rss / 1024 / 1024);
try {
  const begun = performance.now();
  const sums = { items: 0, recommendations: 0, applied: 0, conflicts: 0, replayed: 0, replay_differs: 0 };
  let runSeconds = 0;
  let memoryAtTenth = 0;
  let peak = 0;
  installation.setClock(Date.parse(`${selected[0]?.date ?? "2017-01-01"}T04:00:00Z`));
  const shop = await openShop(installation);
  const watch = alertWatch(shop.context);
  const known: KnownPrices = { shopPrices: new Map(), marketPrices: new Map(), costListAt: null };
  for (const [n, day] of selected.entries()) {
    installation.setClock(Date.parse(`${day.date}T06:00:00Z`));
    const figures = await processDay(shop, pairs, known, day);
    await watch.look();
    runSeconds += figures.runSeconds;
    sums.items += figures.items;
    sums.recommendations += figures.recommendations;
    sums.applied += figures.applied;
    sums.conflicts += figures.conflicts;
    sums.replayed += figures.replayed;
    sums.replay_differs += figures.replayDiffers;
    peak = Math.max(peak, megabytes());
    if (n === Math.floor(selected.length / 10)) memoryAtTenth = peak;
    if (n % 100 === 99) console.error(`${day.date}: ${n + 1} of ${selected.length} days, ${megabytes()} MB`);
  }
  const lost = sums.recommendations - sums.applied - sums.conflicts;
  console.log(
    JSON.stringify({
      days: selected.length,
      from: selected[0]?.date,
      to: selected.at(-1)?.date,
      runs: selected.length,
      pairs: pairs.length,
      alerts: watch.counts,
      ...sums,
      lost,
      items_per_second: Math.round(sums.items / runSeconds),
      seconds: Math.round((performance.now() - begun) / 1_000),
      memory_mb_at_a_tenth: memoryAtTenth,
      peak_memory_mb: peak,
    }),
  );
  if (watch.counts.repeated + sums.replay_differs + lost > 0) process.exitCode = 1;
} finally {
  await installation.close();
}
