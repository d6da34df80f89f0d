const DATA_SCRIPT = /<script[^>]*ld\+json[\s\S]*?<\/script>/gi;
const DATA_META = /<meta[^>]*(?:price|availability|itemprop|twitter:(?:label|data))[^>]*>/gi;
const DATA_ATTRIBUTE =
  /\s(?:itemprop|itemscope|itemtype|typeof|vocab)(?:=(?:"[^"]*"|'[^']*'|[^\s>]*))?(?=[\s/>])/gi;

/** Returns a page without its structured data and its meta elements about the offer, as if the shop wrote none. */
export const withoutData = (html: string): string =>
  html.replace(DATA_SCRIPT, "").replace(DATA_META, "").replace(DATA_ATTRIBUTE, "");
