import { z } from "zod";
import type { SaleLag } from "@/server/domain/items/shop-window";
import { formatAmount, readFormatted } from "@/server/domain/money";
import type { EvidenceWindow } from "@/server/domain/pricing/outcome";

const amount = z.string().nullable();
const time = z.string().nullable();

/** A shop window in stored evidence: amounts as decimal strings in major units, times ISO 8601 UTC. */
export const EvidenceWindowJson = z.object({
  regular_price: amount,
  shopper_price: amount,
  compare_at: amount,
  sale: z.object({ price: z.string(), from: time, until: time, running: z.boolean() }).nullable(),
  read_from: z.object({ integration_id: z.string(), kind: z.string(), synced_at: time }).nullable(),
  // Absent from the evidence of engine 4.
  read_at: time.optional(),
  lag: z
    .object({ kind: z.enum(["late", "unread"]), edge: z.enum(["begin", "end"]), at: z.string() })
    .nullish(),
});
export type EvidenceWindowJson = z.infer<typeof EvidenceWindowJson>;

const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const lagToJson = ({ kind, edge, atMs }: SaleLag) => ({ kind, edge, at: new Date(atMs).toISOString() });

/** Converts a shop window to its stored form, in one fixed order of keys. */
export function windowToJson(
  { regularPrice, shopperPrice, compareAt, sale, source, report }: EvidenceWindow,
  currency: string,
): EvidenceWindowJson {
  const money = (minor: bigint | null) => (minor === null ? null : formatAmount(minor, currency));
  return {
    regular_price: money(regularPrice),
    shopper_price: money(shopperPrice),
    compare_at: money(compareAt),
    sale: sale && {
      price: formatAmount(sale.price, currency),
      from: sale.from?.toISOString() ?? null,
      until: sale.until?.toISOString() ?? null,
      running: sale.running,
    },
    read_from: source && {
      integration_id: source.integrationId,
      kind: source.kind,
      synced_at: isoTime(source.syncedAtMs),
    },
    ...(report && { read_at: isoTime(report.readAtMs), lag: report.lag && lagToJson(report.lag) }),
  };
}

/** Parses what `windowToJson` wrote; null for the evidence of engines that did not know the shop window. */
export function windowFromJson(
  window: EvidenceWindowJson | undefined,
  currency: string,
): EvidenceWindow | null {
  if (window === undefined) return null;
  const minor = (of: string | null) => (of === null ? null : readFormatted(of, currency));
  const at = (of: string | null) => (of === null ? null : new Date(of));
  const { sale, read_from: source, read_at: readAt, lag } = window;
  return {
    regularPrice: minor(window.regular_price),
    shopperPrice: minor(window.shopper_price),
    compareAt: minor(window.compare_at),
    sale: sale && {
      price: readFormatted(sale.price, currency),
      from: at(sale.from),
      until: at(sale.until),
      running: sale.running,
    },
    source: source && {
      integrationId: source.integration_id,
      kind: source.kind,
      syncedAtMs: source.synced_at === null ? null : Date.parse(source.synced_at),
    },
    report: readAt === undefined ? null : { readAtMs: at(readAt)?.getTime() ?? null, lag: lagFromJson(lag) },
  };
}

const lagFromJson = (lag: EvidenceWindowJson["lag"]): SaleLag | null =>
  lag ? { kind: lag.kind, edge: lag.edge, atMs: Date.parse(lag.at) } : null;

const WithWindow = z.object({ shop_window: EvidenceWindowJson.optional() });

/**
 * Returns the shop window in a recommendation's stored evidence; null as above.
 * @throws ZodError or SyntaxError if the text is not evidence that the engine wrote
 */
export const windowIn = (row: {
  readonly evidence: string;
  readonly currency: string;
}): EvidenceWindow | null =>
  windowFromJson(WithWindow.parse(JSON.parse(row.evidence)).shop_window, row.currency);
