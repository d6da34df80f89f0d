/**
 * Returns the form in which the names of columns are compared: without case, accents, spaces and punctuation, so that
 * "Prix d'achat", "PRIX D’ACHAT" and "prix_d_achat" are the same name.
 */
export const headerKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]+/gu, "");
