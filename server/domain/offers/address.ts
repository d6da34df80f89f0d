/** The longest address of a page that is kept. */
const ADDRESS_LENGTH = 2_000;

/** A page's address in the one form it is kept in, with the host that is visited for it. */
export interface PageAddress {
  readonly url: string;
  readonly host: string;
}

// Says where a visitor came from, never which page is shown.
const CAMPAIGN =
  /^(utm_[a-z_]+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ttclid|mc_cid|mc_eid|srsltid|_ga|_gl)$/i;

/**
 * Brings a page's address into one form, so that the same page is not watched twice: scheme and host in lower case, no
 * default port, no fragment, no campaign parameters; the order of the others may matter and stays.
 * @returns null for what is no http or https address, carries a sign-in, or is too long
 */
export function pageAddress(text: string): PageAddress | null {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  if (url.username !== "" || url.password !== "" || url.hostname === "") return null;
  url.hash = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  url.search = withoutCampaign(url.search);
  return url.href.length > ADDRESS_LENGTH ? null : { url: url.href, host: url.hostname };
}

/** The rest of the query stays as it is written, letter for letter. */
const withoutCampaign = (search: string): string =>
  search
    .slice(1)
    .split("&")
    .filter((pair) => !CAMPAIGN.test(pair.split("=", 1)[0] ?? ""))
    .join("&");

/** What a seller is called where nobody said: the host without its www. */
export const sellerOfHost = (host: string): string => host.replace(/^www\./, "");
