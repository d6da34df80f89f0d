import { emailsOf } from "@/server/db/accounts/accounts";
import {
  activePolicyVersion,
  findPolicyDocument,
  listPolicyVersions,
  type PolicyVersionRow,
  pageOfPolicyVersions,
} from "@/server/db/policy/versions";
import { notFound } from "@/server/domain/errors";
import { diffPolicies, type PolicyDifference } from "@/server/domain/pricing/policy-diff";
import type { RequestContext } from "../request-context";
import { readTransaction } from "../transaction";
import { readDraft } from "./priced-document";

/** A version and its author: an e-mail address, or the id when that person was deleted. */
export type ListedPolicy = PolicyVersionRow & { readonly savedBy: string };

/** Returns the active version's number, its complete document, and all versions, newest first. */
export async function readPolicy(
  context: RequestContext,
): Promise<{ version: number; document: unknown; versions: ListedPolicy[] }> {
  const { version, document, rows } = await readTransaction(context, async (tx) => {
    const active = await activePolicyVersion(tx);
    return {
      version: active,
      document: await findPolicyDocument(tx, active),
      rows: await listPolicyVersions(tx),
    };
  });
  return { version, document, versions: await withAuthors(context, rows) };
}

/** Returns the active version's number and its complete document. */
export const readActivePolicy = (context: RequestContext): Promise<{ version: number; document: unknown }> =>
  readTransaction(context, async (tx) => {
    const version = await activePolicyVersion(tx);
    return { version, document: await findPolicyDocument(tx, version) };
  });

/**
 * Returns a page of versions, newest first, and the number of the active one.
 * @param page.before id of the last version already read; null for the first page
 */
export async function listPolicies(
  context: RequestContext,
  page: { readonly before: string | null; readonly limit: number },
): Promise<{ rows: ListedPolicy[]; active: number }> {
  const { active, rows } = await readTransaction(context, async (tx) => ({
    active: await activePolicyVersion(tx),
    rows: await pageOfPolicyVersions(tx, page),
  }));
  return { active, rows: await withAuthors(context, rows) };
}

async function withAuthors(
  { services }: RequestContext,
  rows: readonly PolicyVersionRow[],
): Promise<ListedPolicy[]> {
  const emails = await emailsOf(
    services.db,
    rows.map(({ author }) => author),
  );
  return rows.map((row) => ({ ...row, savedBy: emails.get(row.author) ?? row.author }));
}

/**
 * Returns the document of one version.
 * @throws DomainError not_found
 */
export async function readPolicyVersion(context: RequestContext, version: number): Promise<unknown> {
  const document = await readTransaction(context, (tx) => findPolicyDocument(tx, version));
  if (document === null) throw notFound("version of the policy");
  return document;
}

/**
 * Returns the differences of the later version from the earlier one, as text.
 * @throws DomainError not_found; validation_error when one of them is invalid
 */
export async function comparePolicyVersions(
  context: RequestContext,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<PolicyDifference[]> {
  const [before, after] = [await readPolicyVersion(context, from), await readPolicyVersion(context, to)];
  return diffPolicies(readDraft(before), readDraft(after));
}
