import { findUser } from "@/server/db/accounts/accounts";
import { appendAudit } from "@/server/db/audit/audit";
import { withAdvisoryLock } from "@/server/db/database/advisory-lock";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant, type Tx } from "@/server/db/database/transaction";
import { insertWorkspace } from "@/server/db/members/memberships";
import { DomainError } from "@/server/domain/errors";
import type { Plan } from "@/server/domain/plan/plans";
import { NEW_POLICY, PolicyDocument } from "@/server/domain/pricing/policy";
import {
  type PriceSettingsInput,
  type ShopPricing,
  settlePricing,
} from "@/server/domain/pricing/shop-pricing";
import { checked, TimeZoneName, WorkspaceName } from "../input";
import { vatRateRequired } from "../policy/shop-pricing-request";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { listWorkspacesOf } from "./list";

/** How many workspaces a person may own; each costs storage and jobs, and is free. */
const MAX_OWNED = 20;

export interface WorkspaceSetup {
  readonly name: string;
  readonly plan: Plan;
  /** When the trial that it starts in ends; it starts in none if omitted. */
  readonly trialEndsAt?: Date;
  /** The shop's time zone, an IANA name; UTC if omitted. */
  readonly timeZone?: string | undefined;
  /** The shop's currency and VAT; omitted, EUR without VAT until a person confirms it. */
  readonly pricing?: PriceSettingsInput;
  readonly owner: { readonly id: string; readonly email: string };
  readonly via: RequestContext["via"];
  readonly requestId: string | null;
  readonly ip: string | null;
}

const INITIAL_PRICING = { currency: "EUR", pricesIncludeVat: false, vatRate: "0", confirmed: false };

function initialPolicy({ currency, pricesIncludeVat, vatRate }: ShopPricing): PolicyDocument {
  const policy = NEW_POLICY(currency);
  const pricing = { ...policy.pricing, includes_vat: pricesIncludeVat, vat_rate: vatRate };
  return PolicyDocument.parse({ ...policy, pricing });
}

/** Inserts the transaction's workspace with its owner, its first policy and the first event of its audit log. */
export async function setUpWorkspace(services: Services, tx: Tx, setup: WorkspaceSetup): Promise<void> {
  const { name, plan, owner, via, requestId, ip, pricing: requestedPricing = {} } = setup;
  const trialEndsAt = setup.trialEndsAt ?? null;
  const at = services.now();
  const timeZone = checked(TimeZoneName, setup.timeZone ?? "UTC");
  const { pricing, rateMissing } = settlePricing(INITIAL_PRICING, requestedPricing, null);
  if (rateMissing) throw vatRateRequired("vat_rate");
  const pricingConfirmedAt = requestedPricing.pricesIncludeVat === undefined ? null : new Date(at);
  await insertWorkspace(tx, {
    name: checked(WorkspaceName, name),
    plan,
    trialEndsAt,
    timeZone,
    pricing,
    pricingConfirmedAt,
    ownerId: owner.id,
    policyId: services.newId("policy"),
    policy: initialPolicy(pricing),
    at: new Date(at),
  });
  const actor = { kind: "user", id: owner.id, label: owner.email };
  await appendAudit(
    tx,
    { id: services.newId("event"), at, actor, via, requestId, ip },
    {
      action: "workspace.create",
      subject: tx.tenant.workspaceId,
      after: {
        name,
        plan,
        ...(trialEndsAt === null ? {} : { trial_ends_at: trialEndsAt.toISOString() }),
        owner: owner.id,
        policy_version: 1,
        time_zone: timeZone,
        currency: pricing.currency,
        prices_include_vat: pricing.pricesIncludeVat,
        vat_rate: pricing.vatRate,
      },
    },
  );
}

async function requireFewWorkspaces(services: Services, userId: string): Promise<void> {
  const owned = (await listWorkspacesOf(services, userId)).filter(({ role }) => role === "owner");
  if (owned.length < MAX_OWNED) return;
  throw new DomainError(
    "conflict",
    `You own ${MAX_OWNED} workspaces, and nobody can own more. Delete one, or ask whoever runs this installation for another.`,
  );
}

/**
 * Creates a workspace for an existing person.
 * @throws DomainError validation_error for a bad name, a bad time zone or VAT without a rate, not_found without such a
 * person, conflict for a person who owns as many as they may; the operator's command line is not bound by that
 */
export async function createWorkspace(
  services: Services,
  setup: Omit<WorkspaceSetup, "owner"> & { readonly ownerId: string },
): Promise<{ id: string }> {
  const { ownerId, ...rest } = setup;
  const owner = await findUser(services.db, ownerId);
  if (!owner || owner.deletedAt) throw new DomainError("not_found", "There is no such person.");
  return withAdvisoryLock(services.db, `workspaces of ${ownerId}`, async () => {
    if (setup.via !== "command") await requireFewWorkspaces(services, ownerId);
    const id = services.newId("workspace");
    await inTenant(services.db, tenantOf(id), (tx) => setUpWorkspace(services, tx, { ...rest, owner }));
    return { id };
  });
}
