import type { Tx } from "@/server/db/database/transaction";
import { ambiguousRefs } from "@/server/db/integrations/shared-skus";
import { findListedVariants, type ListedVariant } from "@/server/db/integrations/sync-variants";
import { linkedElsewhere } from "@/server/db/integrations/synced-items";
import type { ItemPatch } from "@/server/domain/items/item-patch";
import type { StoreVariant } from "@/server/stores";
import { type SharedSku, STILL_SHARED } from "./shared-skus";
import { addProblem, type SyncProgress } from "./sync-report";
import { patchOfVariant, unfitReason, unnameableReason } from "./variant-patch";

/** A variant that can be added to the catalog, with its item's patch. */
export type Fit = StoreVariant & { readonly patch: ItemPatch };

/** The skus and references of a page that the sync has listed so far. */
interface Seen {
  /** The first variant of each sku. */
  readonly refBySku: Map<string, string>;
  readonly refs: Set<string>;
  /** The references of variants that the sync has not listed with the sku that their items have. */
  readonly unlisted: ReadonlySet<string>;
  /** The skus that variants were found to share, by their references. */
  readonly sharedSkus: Map<string, string>;
  /** The references of items that several variants could be, where the list cannot tell that this has ended. */
  readonly ambiguous: ReadonlySet<string>;
  /** The variants that the page adds. */
  readonly added: ListedVariant[];
  /** The variants of the page with the sku of another one, of a store whose skus are unique. */
  readonly shared: SharedSku[];
}

/**
 * Returns which of these variants' skus and references the sync has listed before. A list of changes does not have all
 * variants, so a sku also counts as that of the variant to which its item is linked, and an item that several variants
 * could be remains one.
 */
export async function findListed(
  tx: Tx,
  { integrationId, since, skus }: SyncProgress,
  variants: readonly StoreVariant[],
): Promise<Seen> {
  const nameable = variants
    .filter((variant) => unnameableReason(variant) === null)
    .map(({ ref, sku }) => ({ ref, sku: sku.trim() }));
  const listedRefs = nameable.map(({ ref }) => ref);
  const known = await findListedVariants(
    tx,
    integrationId,
    listedRefs,
    nameable.map(({ sku }) => sku),
  );
  const isWhole = since === null;
  const linked = isWhole ? [] : await linkedElsewhere(tx, integrationId, nameable);
  const skuByRef = new Map([...known, ...nameable].map(({ ref, sku }) => [ref, sku]));
  const mayBeAmbiguous = isWhole || skus === "shared" ? [] : listedRefs;
  return {
    refBySku: new Map(
      [...linked, ...known].flatMap(({ ref, sku }) => (sku === null ? [] : [[sku, ref] as const])),
    ),
    refs: new Set(known.map(({ ref }) => ref)),
    unlisted: new Set(linked.flatMap(({ ref, sku }) => (skuByRef.get(ref) === sku ? [] : [ref]))),
    sharedSkus: new Map(
      known.flatMap(({ ref, sharedSku }) => (sharedSku === null ? [] : [[ref, sharedSku] as const])),
    ),
    ambiguous: await ambiguousRefs(tx, integrationId, mayBeAmbiguous),
    added: [],
    shared: [],
  };
}

/** Returns a problem of a variant for the sync's report. */
export const problemOf = ({ ref, sku }: StoreVariant, problem: string) => ({ ref, sku, problem });

/**
 * Checks one variant against the sync's earlier ones, and adds it to them. A variant that the store lists twice is
 * ignored. Another variant with the same sku, another sku of the same variant, and in a list of changes a variant of an
 * ambiguous item are reported and left out; where skus are unique, a shared one is kept in `shared` for that.
 * @returns the variant with its item's patch; nothing if it is left out
 */
export function checkVariant(
  variant: StoreVariant,
  { integrationId, report, skus }: SyncProgress,
  seen: Seen,
): Fit[] {
  const { refBySku, refs, unlisted, sharedSkus, ambiguous, added, shared } = seen;
  const { ref } = variant;
  const sku = variant.sku.trim();
  const first = refBySku.get(sku);
  if (sku !== "" && (first === ref || sharedSkus.get(ref) === sku)) return [];
  report.seen++;
  const leaveOut = (count: "missing_sku" | "duplicate_sku" | "refused", problem: string): Fit[] => {
    addProblem(report, count, problemOf(variant, problem));
    return [];
  };
  const unnamed = unnameableReason(variant);
  if (unnamed !== null) return leaveOut("refused", unnamed);
  const again = refs.has(ref);
  const own = sku !== "" && first === undefined && !again;
  refs.add(ref);
  if (!again) added.push({ ref, sku: own ? sku : null, enabled: variant.enabled !== false });
  if (sku === "") return leaveOut("missing_sku", "The variant has no SKU.");
  if (first !== undefined) {
    if (skus === "shared") return leaveOut("duplicate_sku", `The variant ${first} has the same SKU.`);
    sharedSkus.set(ref, sku);
    shared.push({ variant, first, isListed: !unlisted.has(first) });
    return [];
  }
  if (again) return leaveOut("refused", "The store showed this variant under another SKU too.");
  refBySku.set(sku, ref);
  if (ambiguous.has(ref)) return leaveOut("duplicate_sku", STILL_SHARED);
  const reason = unfitReason(variant);
  if (reason !== null) return leaveOut("refused", reason);
  return [{ ...variant, patch: patchOfVariant(variant, integrationId) }];
}
