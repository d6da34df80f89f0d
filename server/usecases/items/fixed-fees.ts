import type { Database } from "@/server/db/database/database";
import type { Tenant } from "@/server/db/database/tenant";
import { activePolicyDocument } from "@/server/db/policy/versions";
import type { ItemSort } from "@/server/domain/items/item-list";
import type { FixedFees } from "@/server/domain/margin";
import { readStoredPolicy } from "./stored-policies";

/** Returns what each unit costs besides under the active policy, for an order by margin; null for any other order. */
export const fixedFeesFor = async (
  sort: ItemSort,
  db: Database,
  tenant: Tenant,
): Promise<FixedFees | null> =>
  sort === "margin" ? readStoredPolicy(await activePolicyDocument(db, tenant)).marginFactors.fixed : null;
