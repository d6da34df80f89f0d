import type { FullPolicy } from "@/server/domain/pricing/policy";
import type { Database } from "../database/database";
import { type NamedStatement, queryAsTenant } from "../database/query";
import type { Tenant } from "../database/tenant";
import type { Tx } from "../database/transaction";

const ACTIVE: NamedStatement = {
  name: "active_policy_document",
  text: `SELECT p.document FROM workspaces w
    JOIN policy_versions p ON p.workspace_id = w.id AND p.version = w.active_policy WHERE w.id = $1`,
};

/** Finds the policy document of that version; null without one. Documents never change. */
export async function findPolicyDocument(tx: Tx, version: number): Promise<unknown> {
  const { workspaceId } = tx.tenant;
  const row = await tx.prisma.policyVersion.findUnique({
    where: { workspaceId_version: { workspaceId, version } },
    select: { document: true },
  });
  return row?.document ?? null;
}

/** Returns the policy version that a run requested now would use. */
export async function activePolicyVersion(tx: Tx): Promise<number> {
  const { workspaceId: id } = tx.tenant;
  const { activePolicy } = await tx.prisma.workspace.findUniqueOrThrow({
    where: { id },
    select: { activePolicy: true },
  });
  return activePolicy;
}

/** Returns the document of the active policy. */
export async function activePolicyDocument(db: Database, tenant: Tenant): Promise<unknown> {
  const [row] = await queryAsTenant<{ document: unknown }>(db, tenant, ACTIVE, [tenant.workspaceId]);
  return row?.document ?? null;
}

/** A saved version of the policy as settings list it; `author` is a person's or the operator's id. */
export interface PolicyVersionRow {
  readonly version: number;
  readonly id: string;
  readonly author: string;
  readonly createdAt: Date;
  /** A person's note on its activation. */
  readonly note: string | null;
  /** The version it replaced; null for the first one, and when that was not recorded. */
  readonly replaced: number | null;
  /** The earlier version that it restores. */
  readonly restored: number | null;
}

const MAX_LISTED_VERSIONS = 100;

/** Returns the latest versions of the policy, newest first. */
export const listPolicyVersions = (tx: Tx): Promise<PolicyVersionRow[]> =>
  pageOfPolicyVersions(tx, { before: null, limit: MAX_LISTED_VERSIONS });

/** The columns of a version as settings list it. */
const LISTED = {
  version: true,
  id: true,
  author: true,
  createdAt: true,
  note: true,
  replaced: true,
  restored: true,
} as const;

/**
 * Returns a page of versions, newest first.
 * @param page.before id of the last version already read; null for the first page. Ids of one moment need not sort as
 *   their versions do, so that version's number decides; an id of no version gives an empty page
 */
export async function pageOfPolicyVersions(
  tx: Tx,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<PolicyVersionRow[]> {
  const { workspaceId } = tx.tenant;
  const last =
    before === null
      ? null
      : await tx.prisma.policyVersion.findFirst({
          where: { workspaceId, id: before },
          select: { version: true },
        });
  return tx.prisma.policyVersion.findMany({
    where: { workspaceId, ...(before === null ? {} : { version: { lt: last?.version ?? 0 } }) },
    select: LISTED,
    orderBy: { version: "desc" },
    take: limit,
  });
}

/**
 * Inserts the next version and makes it the active one, with its currency and VAT as the workspace's own. The caller
 * has locked the workspace.
 * @returns its number
 */
export async function savePolicy(
  tx: Tx,
  policy: {
    readonly id: string;
    readonly document: FullPolicy;
    readonly author: string;
    readonly at: Date;
    readonly note: string | null;
    readonly replaced: number;
    readonly restored: number | null;
  },
): Promise<number> {
  const { workspaceId } = tx.tenant;
  const { id, document, author, at, note, replaced, restored } = policy;
  const [last] = await tx.sql<{ version: number }>(
    "SELECT max(version)::int AS version FROM policy_versions WHERE workspace_id = $1",
    [workspaceId],
  );
  const version = (last?.version ?? 0) + 1;
  await tx.prisma.policyVersion.create({
    data: { workspaceId, version, id, document, author, createdAt: at, note, replaced, restored },
  });
  await tx.run(
    `UPDATE workspaces SET active_policy = $2, currency = $3, prices_include_vat = $4, vat_rate = $5 WHERE id = $1`,
    [workspaceId, version, document.currency, document.pricing.includes_vat, document.pricing.vat_rate],
  );
  return version;
}
