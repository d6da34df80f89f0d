/**
 * Returns the form in which the names of columns are compared: without case, accents, spaces and punctuation, so that
 * "Prix d'achat", "PRIX D’ACHAT" and "prix_d_achat" are the same name. Signs of currencies and of percent stay, because
 * "Cost ($)" and "Cost %" are not "Cost".
 */
export const headerKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}\p{Sc}%‰]+/gu, "");

/** Signs that name one currency in a shop of that currency; "$" and "¥" are those of several. */
const SIGNS: Readonly<Record<string, string>> = { EUR: "€", GBP: "£" };

/** Returns the key of a column of amounts without the currency at its end, where that is `currency`: "Cost (EUR)". */
export function amountKey(name: string, currency: string): string {
  for (const mark of [currency, SIGNS[currency] ?? currency])
    for (const end of [`(${mark})`, `[${mark}]`, ` ${mark}`])
      if (name.endsWith(end)) return headerKey(name.slice(0, -end.length));
  return headerKey(name);
}
