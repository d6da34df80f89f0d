/** Maximum length of a stored page address, in characters. */
const ADDRESS_LENGTH = 2_000;

/** A page's address in its canonical form, with the host that page checks contact. */
export interface PageAddress {
  readonly url: string;
  readonly host: string;
}

// Campaign parameters identify where a visitor came from, never which page is shown.
const CAMPAIGN =
  /^(utm_[a-z_]+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ttclid|mc_cid|mc_eid|srsltid|_ga|_gl)$/i;

/**
 * Brings a page's address into canonical form, so that no page is watched twice: scheme and host in lower case, no
 * default port, no fragment, no campaign parameters; the order of the other parameters may matter and stays.
 * @returns null for text that is no http or https address, contains credentials, or is too long
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

/** The rest of the query stays unchanged, character by character. */
const withoutCampaign = (search: string): string =>
  search
    .slice(1)
    .split("&")
    .filter((pair) => !CAMPAIGN.test(pair.split("=", 1)[0] ?? ""))
    .join("&");

/** Returns the default name of a seller: the host without its www. */
export const sellerOfHost = (host: string): string => host.replace(/^www\./, "");
