/** Why an address is refused. */
export type AddressRefusal = {
  readonly ok: false;
  readonly reason: "bad_url" | "scheme_refused" | "port_refused";
  readonly message: string;
};

const MAX_URL_LENGTH = 4096;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/**
 * Parses an address from a person, or from a redirect relative to `base`, and checks that it may be requested: http
 * or https, a permitted port, no user name or password (they would end up in logs), no control characters. Removes
 * the fragment, which is not sent. Refuses a change from https back to http.
 */
export function readWebAddress(
  text: string,
  ports: readonly number[],
  base?: URL,
): { readonly ok: true; readonly url: URL } | AddressRefusal {
  if (text.length > MAX_URL_LENGTH || hasControlCharacter(text) || !URL.canParse(text, base)) {
    return refuse("bad_url", "The address is not a valid URL.");
  }
  const url = new URL(text, base);
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined) {
    return refuse("scheme_refused", "The address has to begin with https:// or http://.");
  }
  if (base?.protocol === "https:" && url.protocol === "http:") {
    return refuse("scheme_refused", "The address leads from https back to http.");
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("bad_url", "The address contains a user name or password.");
  }
  const port = url.port === "" ? defaultPort : Number(url.port);
  if (!ports.includes(port)) return refuse("port_refused", `The address leads to port ${port}.`);
  url.hash = "";
  return { ok: true, url };
}

/** URL parsers silently drop tabs and line ends, which do not occur in legitimate addresses. */
const hasControlCharacter = (text: string): boolean =>
  [...text].some((character) => character < " " || character === "\u007f");

const refuse = (reason: AddressRefusal["reason"], message: string): AddressRefusal => ({
  ok: false,
  reason,
  message,
});
