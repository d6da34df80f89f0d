import type { Tx } from "@/server/db/database/transaction";
import { itemsBySku } from "@/server/db/items/items";
import { knowsShipping, observedSellers } from "@/server/db/policy/sellers";
import { countSharedItems } from "@/server/db/policy/shared-items";
import { compileMatch } from "@/server/domain/pricing/engine";
import { lintPolicy } from "@/server/domain/pricing/lint";
import { comparedWithDelivery, lintDelivery } from "@/server/domain/pricing/lint-delivery";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { lintOverlaps } from "@/server/domain/pricing/lint-overlaps";
import { lintSellers, namedSellers } from "@/server/domain/pricing/lint-sellers";
import { lintSkus, namedSkus } from "@/server/domain/pricing/lint-skus";
import { lostConstraints } from "@/server/domain/pricing/lost-constraints";
import { moveToLimits } from "@/server/domain/pricing/move-to-limits";
import type { FullPolicy, PolicyDocument } from "@/server/domain/pricing/policy";
import { orderOfScopes } from "@/server/domain/pricing/precedence";
import { resolvePolicy } from "@/server/domain/pricing/resolve";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { readDraftForWorkspace } from "./priced-document";

/** What lint finds in a draft, and the draft with its lost constraints as limits; null where none is lost. */
export interface LintedDraft {
  readonly findings: readonly PolicyFinding[];
  readonly withLimits: PolicyDocument | null;
}

/**
 * Lints a draft in the workspace's catalog.
 * @throws DomainError validation_error with the settings that are invalid or contradict the workspace
 */
export function lintDraft(context: RequestContext, document: unknown): Promise<LintedDraft> {
  return readTransaction(context, async (tx) => {
    const draft = await readDraftForWorkspace(tx, document);
    return { findings: await lintInCatalog(tx, draft), withLimits: moveToLimits(draft) };
  });
}

/**
 * Returns lint's findings about a valid document, with those about constraints that items of the catalog lose, about
 * sellers that no price of the workspace is of, about skus that no item has, and about delivery that is not known.
 */
export async function lintInCatalog(tx: Tx, document: PolicyDocument): Promise<readonly PolicyFinding[]> {
  return [
    ...lintPolicy(document),
    ...(await overlapFindings(tx, resolvePolicy(document))),
    ...(await sellerFindings(tx, document)),
    ...(await skuFindings(tx, document)),
    ...(await deliveryFindings(tx, document)),
  ];
}

/** A workspace with more sellers is not told which names are unknown, since they were not all compared. */
const MAX_SELLERS = 5_000;

async function sellerFindings(tx: Tx, document: PolicyDocument): Promise<PolicyFinding[]> {
  const named = namedSellers(document);
  if (named.length === 0) return [];
  const observed = await observedSellers(tx, MAX_SELLERS);
  return observed.length === MAX_SELLERS ? [] : lintSellers(named, observed);
}

async function deliveryFindings(tx: Tx, document: PolicyDocument): Promise<PolicyFinding[]> {
  const paths = comparedWithDelivery(document);
  return paths.length === 0 || (await knowsShipping(tx)) ? [] : lintDelivery(paths);
}

async function skuFindings(tx: Tx, document: PolicyDocument): Promise<PolicyFinding[]> {
  const named = namedSkus(document);
  if (named.length === 0) return [];
  const items = await itemsBySku(
    tx,
    named.map(({ sku }) => sku),
  );
  return lintSkus(named, new Set(items.keys()));
}

async function overlapFindings(tx: Tx, policy: FullPolicy): Promise<PolicyFinding[]> {
  const lost = lostConstraints(policy);
  if (lost.length === 0) return [];
  const order = orderOfScopes(policy.scopes);
  const places = new Map(order.map((index, place) => [index, place]));
  const placeOf = (index: number): number => places.get(index) ?? -1;
  const rows = await countSharedItems(
    tx,
    order
      .flatMap((index) => policy.scopes[index] ?? [])
      .map((scope) => compileMatch(scope.match, policy.currency)),
    new Set(lost.map(({ loser }) => placeOf(loser))),
  );
  return lintOverlaps(policy, lost, ({ winner, loser }) => {
    const row = rows.find((each) => each.winner === placeOf(winner) && each.loser === placeOf(loser));
    return row ?? { items: 0, sku: null };
  });
}
