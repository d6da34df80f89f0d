import type { Tx } from "@/server/db/database/transaction";
import { type WorkspacePricing, workspacePricing } from "@/server/db/policy/shop-pricing";
import { DomainError, type FieldIssue } from "@/server/domain/errors";
import { DEFAULT_POLICY, type PolicyDocument } from "@/server/domain/pricing/policy";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { type ShopPricing, sameRate, vatText } from "@/server/domain/pricing/shop-pricing";

/**
 * Parses a policy document from a request.
 * @throws DomainError validation_error with the invalid settings
 */
export function readDraft(document: unknown): PolicyDocument {
  const parsed = readPolicyDocument(document);
  if (parsed.ok) return parsed.document;
  throw new DomainError("validation_error", "The policy cannot be used as it is.", {
    issues: parsed.issues,
  });
}

/**
 * Parses a document as `readDraft` does, and fills in the workspace's VAT where the document omits it. Currency and
 * VAT in the document have to agree with the workspace once those are confirmed there; before that the document's
 * values apply.
 * @throws DomainError validation_error with the settings that are invalid or contradict the workspace
 */
export async function readDraftForWorkspace(tx: Tx, document: unknown): Promise<PolicyDocument> {
  const draft = readDraft(document);
  const own = await workspacePricing(tx);
  const issues = own.confirmedAt === null ? [] : mismatchesWith(own, draft);
  if (issues.length > 0)
    throw new DomainError("validation_error", "The policy contradicts the workspace.", { issues });
  return readDraft(withVat(draft, own, draft.pricing ?? {}));
}

/**
 * Adapts an earlier document for reuse: with the workspace's VAT, once that is confirmed.
 * @throws DomainError conflict naming "currency" for a document in another currency; validation_error when it is not
 * valid with that VAT
 */
export async function adaptEarlierDraft(tx: Tx, document: PolicyDocument): Promise<PolicyDocument> {
  const own = await workspacePricing(tx);
  if (own.confirmedAt === null) return document;
  if (document.currency !== own.currency)
    throw new DomainError(
      "conflict",
      `That version is for ${document.currency}; the workspace prices in ${own.currency}.`,
      { changed: ["currency"] },
    );
  return readDraft(withVat(document, own, {}));
}

const withVat = (
  document: PolicyDocument,
  own: ShopPricing,
  stated: NonNullable<PolicyDocument["pricing"]>,
): PolicyDocument => ({
  ...document,
  pricing: {
    ...document.pricing,
    includes_vat: stated.includes_vat ?? own.pricesIncludeVat,
    vat_rate: stated.vat_rate ?? own.vatRate,
  },
});

function mismatchesWith(own: WorkspacePricing, { currency, pricing }: PolicyDocument): FieldIssue[] {
  const instruction = "change that under Settings, Workspace, not in the policy.";
  const vat = `The workspace's prices ${vatText(own)}; ${instruction}`;
  const includes = pricing?.includes_vat;
  const rate = pricing?.vat_rate;
  return [
    ...(currency === own.currency
      ? []
      : [
          {
            path: "currency",
            code: "currency_mismatch",
            message: `The workspace prices in ${own.currency}; ${instruction}`,
          },
        ]),
    ...(includes === undefined || includes === own.pricesIncludeVat
      ? []
      : [{ path: "pricing.includes_vat", code: "vat_mismatch", message: vat }]),
    ...(rate === undefined || sameRate(rate, own.vatRate)
      ? []
      : [{ path: "pricing.vat_rate", code: "vat_mismatch", message: vat }]),
  ];
}

/**
 * Returns a stored document with other price settings (currency and VAT). Price endings that are the defaults of the
 * old currency become those of the new one; other amounts keep their numbers.
 * @returns the document, and whether it differs from the stored one
 * @throws DomainError validation_error when the document is invalid, or an amount does not fit the new currency
 */
export function withPriceSettings(
  stored: unknown,
  pricing: ShopPricing,
): { readonly document: PolicyDocument; readonly changed: boolean } {
  const before = readDraft(stored);
  const { includes_vat: included = false, vat_rate: rate = "0" } = before.pricing ?? {};
  const changed =
    before.currency !== pricing.currency ||
    included !== pricing.pricesIncludeVat ||
    !sameRate(rate, pricing.vatRate);
  if (!changed) return { document: before, changed };
  const converted = before.currency === pricing.currency ? before : inCurrency(before, pricing.currency);
  return { document: readDraft(withVat(converted, pricing, {})), changed };
}

function inCurrency(document: PolicyDocument, currency: string): PolicyDocument {
  const defaultEndings = DEFAULT_POLICY(document.currency).defaults.rounding.endings.join(" ");
  const rounding = document.defaults?.rounding;
  if (rounding?.endings?.join(" ") !== defaultEndings) return { ...document, currency };
  const { endings } = DEFAULT_POLICY(currency).defaults.rounding;
  return {
    ...document,
    currency,
    defaults: { ...document.defaults, rounding: { ...rounding, endings } },
  };
}
