import type { HttpResponse } from "./message";

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Such pages must not be framed or cached, and their address, which contains a proof, must not be sent as a referrer.
 */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
} as const;

/**
 * Builds a page without scripts, for people who are not signed in.
 * @param content HTML; variable parts must be escaped
 */
export const plainPage = (status: number, title: string, content: string): HttpResponse => ({
  status,
  headers: HEADERS,
  body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Pricecheck</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: light-dark(#f8f7f4, #141413); color: light-dark(#1b1b18, #ecebe6); }
main { max-width: 26rem; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .5rem; }
a { color: light-dark(#126b55, #4fc5a0); text-underline-offset: 4px; }
button { font: inherit; font-weight: 520; min-height: 44px; padding: 0 1.25rem; border: 0; border-radius: 999px;
  cursor: pointer; background: light-dark(#126b55, #4fc5a0); color: light-dark(#ffffff, #10201b); }
</style>
<main>
<p><strong>Pricecheck</strong></p>
<h1>${escaped(title)}</h1>
${content}
<p><a href="/">Go to Pricecheck</a></p>
</main>
</html>
`,
});
