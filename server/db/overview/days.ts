import { z } from "zod";
import type { CatalogSums } from "@/server/domain/overview/figures";
import type { Tx } from "../database/transaction";

const Category = z.object({
  /** Null: the items without a category. */
  category: z.string().nullable(),
  compared: z.number(),
  price_index: z.string(),
});

/** The price index of a category; a fraction with four decimals. */
export type CategoryIndex = z.infer<typeof Category>;

/** The margin and the price index of the catalog on a day; fractions with four decimals, null if unknown. */
interface DayRatios {
  /** In UTC, as 2026-11-23. */
  readonly day: string;
  /** When the day's last run over the whole catalog was published. */
  readonly measuredAt: Date;
  readonly margin: string | null;
  readonly priceIndex: string | null;
}

/** The catalog as a day's last run over all of it saw it. */
export interface CatalogDay
  extends DayRatios,
    Omit<CatalogSums, "revenue" | "cost" | "units" | "ours" | "market"> {
  /** Those with the most compared items first. */
  readonly categories: readonly CategoryIndex[];
}

/** Stores the day, in the place of what an earlier run saw on it, and deletes the days before `oldest`. */
export async function saveDay(
  tx: Tx,
  runId: string,
  { day, categories, ...figures }: CatalogDay,
  oldest: string,
): Promise<void> {
  const { workspaceId } = tx.tenant;
  const data = { ...figures, runId, categories: [...categories] };
  await tx.prisma.catalogDay.upsert({
    where: { workspaceId_day: { workspaceId, day } },
    create: { ...data, workspaceId, day },
    update: data,
  });
  await tx.prisma.catalogDay.deleteMany({ where: { workspaceId, day: { lt: oldest } } });
}

/** Returns the stored days since `from`, a day such as 2026-11-23, oldest first. */
export const catalogDays = (tx: Tx, from: string): Promise<DayRatios[]> =>
  tx.prisma.catalogDay.findMany({
    where: { workspaceId: tx.tenant.workspaceId, day: { gte: from } },
    orderBy: { day: "asc" },
    select: { day: true, measuredAt: true, margin: true, priceIndex: true },
  });

/** Returns the newest stored day; null before the first run over the whole catalog. */
export async function newestDay(tx: Tx): Promise<CatalogDay | null> {
  const newest = await tx.prisma.catalogDay.findFirst({
    where: { workspaceId: tx.tenant.workspaceId },
    orderBy: { day: "desc" },
    omit: { workspaceId: true, runId: true },
  });
  return newest && { ...newest, categories: z.array(Category).parse(newest.categories) };
}
