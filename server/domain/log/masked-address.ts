/** Returns an e-mail address with only its first character and its domain left. */
export const maskedAddress = (address: string): string =>
  address.replace(/^([^@])[^@]*(?=@)/u, "$1…").replace(/^[^@]*$/u, "…");
