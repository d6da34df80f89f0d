import { emailsOf } from "@/server/db/accounts/accounts";
import {
  activePolicyVersion,
  findPolicyDocument,
  listPolicyVersions,
  type PolicyVersionRow,
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
  const emails = await emailsOf(
    context.services.db,
    rows.map(({ author }) => author),
  );
  return {
    version,
    document,
    versions: rows.map((row) => ({ ...row, savedBy: emails.get(row.author) ?? row.author })),
  };
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
