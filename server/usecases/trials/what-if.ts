import { itemById } from "@/server/db/items/pages";
import { activePolicyVersion } from "@/server/db/policy/versions";
import { type RunItem, runItemsById } from "@/server/db/runs/items";
import { DomainError, notFound } from "@/server/domain/errors";
import type { Money } from "@/server/domain/money";
import { compilePolicy, decide } from "@/server/domain/pricing/engine";
import { type EngineObservation, sellerKey } from "@/server/domain/pricing/inputs";
import type { Outcome } from "@/server/domain/pricing/outcome";
import { fieldError } from "../input";
import { readDraftForWorkspace } from "../policy/priced-document";
import {
  findPricingMismatches,
  pricingConflict,
  requirePolicyDocument,
  UnreadablePolicy,
} from "../policy/terms";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";

/** What is supposed of an item; what is left out is as it is stored. */
export interface Supposition {
  readonly itemId: string;
  /** Null: unknown. */
  readonly cost?: Money | null | undefined;
  /** In place of all current offers. */
  readonly competitorPrices?:
    | readonly {
        readonly seller: string;
        readonly price: Money;
        /** What delivery costs; absent and null where it is not known. */
        readonly shipping?: Money | null | undefined;
        readonly inStock: boolean | null;
      }[]
    | undefined;
  /** A draft in place of the active policy. */
  readonly document?: unknown;
  /** When it is decided, in milliseconds since 1970; now by default. */
  readonly atMs?: number | undefined;
}

/** The decision, its time in milliseconds since 1970, and the policy version; null for a draft. */
export interface Supposed {
  readonly title: string;
  readonly outcome: Outcome;
  readonly atMs: number;
  readonly policyVersion: number | null;
}

/**
 * Decides one item as a run would, with what is supposed, and stores nothing.
 * @throws DomainError not_found; validation_error for an invalid draft, a cost in another currency, a seller named
 * twice or a time before now; conflict where store, catalog, policy and workspace disagree on currency or VAT
 */
export async function decideWhatIf(context: RequestContext, supposed: Supposition): Promise<Supposed> {
  const { services, tenant } = context;
  const nowMs = services.now();
  const atMs = supposed.atMs ?? nowMs;
  if (atMs < nowMs)
    throw fieldError("at", "past", "Past runs are tried by a backtest; send a time from now on.");
  const row = await itemById(services.db, tenant, supposed.itemId);
  if (!row) throw notFound("catalog item");
  return readTransaction(context, async (tx) => {
    const version = await activePolicyVersion(tx);
    const mismatches = await findPricingMismatches(tx, version);
    if (mismatches.length > 0) throw pricingConflict(mismatches);
    const [stored] = await runItemsById(tx, [supposed.itemId], atMs, { lastChanges: true });
    if (!stored) throw notFound("catalog item");
    const isDraft = supposed.document !== undefined;
    const document = isDraft
      ? await readDraftForWorkspace(tx, supposed.document)
      : await requirePolicyDocument(tx, version).catch((error: unknown) => {
          throw error instanceof UnreadablePolicy ? new DomainError("conflict", error.message) : error;
        });
    const { item, observations } = withSupposed(stored, supposed, atMs);
    const outcome = decide(item, observations, compilePolicy(document), atMs);
    return { title: row.title, outcome, atMs, policyVersion: isDraft ? null : version };
  });
}

function withSupposed({ item, observations }: RunItem, supposed: Supposition, atMs: number): RunItem {
  const { cost, competitorPrices } = supposed;
  if (cost && cost.currency !== item.currency)
    throw fieldError("cost.currency", "currency_mismatch", `The item is priced in ${item.currency}.`);
  return {
    item:
      cost === undefined
        ? item
        : { ...item, cost: cost?.minor ?? null, costUpdatedAtMs: cost === null ? null : atMs },
    observations: competitorPrices === undefined ? observations : observed(competitorPrices, atMs),
  };
}

function observed(
  prices: NonNullable<Supposition["competitorPrices"]>,
  atMs: number,
): readonly EngineObservation[] {
  if (new Set(prices.map(({ seller }) => sellerKey(seller))).size < prices.length)
    throw fieldError("competitor_prices", "duplicate", "Name each seller once.");
  if (prices.some(({ price, shipping }) => shipping && shipping.currency !== price.currency))
    throw fieldError("competitor_prices", "currency_mismatch", "Shipping is in the currency of its price.");
  return prices.map(({ seller, price, shipping, inStock }, index) => ({
    id: `supposed_${index + 1}`,
    seller,
    price: price.minor,
    currency: price.currency,
    inStock,
    observedAtMs: atMs,
    url: null,
    packSize: null,
    shipping: shipping?.minor ?? null,
  }));
}
