const TEXTS: Readonly<Record<string, string>> = {
  invalid_client:
    "This application could not be found. Its address answers no valid document, or it is not registered here.",
  invalid_client_metadata: "The document this application publishes about itself is not valid.",
  invalid_redirect_uri:
    "The application asks to be answered at an address it has not registered. Nothing was sent there.",
  session_not_found:
    "This request has expired, or was begun in another browser. Start again in the application.",
  slow_down: "Too many requests from your network. Wait a minute and try again.",
  server_error: "Something went wrong on our side. Try again in a moment.",
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Renders the error page for a request that cannot be answered by a redirect to the application.
 * @param code the error's code; unknown codes get a general sentence
 * @param detail information for the application's developer; it may repeat text of the request
 */
export function errorPage(code: string, detail: string | null): string {
  const text = TEXTS[code] ?? "The application sent a request that cannot be answered.";
  const small = [code, detail].filter((part) => part !== null).join(": ");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not connected · Pricecheck</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center;
  background: light-dark(#f8f7f4, #141413); color: light-dark(#1b1b18, #ecebe6); }
main { max-width: 26rem; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .5rem; }
small { color: light-dark(#5f5e58, #a3a29b); overflow-wrap: anywhere; }
a { color: light-dark(#126b55, #4fc5a0); text-underline-offset: 4px; }
</style>
<main>
<p><strong>Pricecheck</strong></p>
<h1>The application was not connected</h1>
<p>${escaped(text)}</p>
<p><small>${escaped(small)}</small></p>
<p><a href="/">Go to Pricecheck</a></p>
</main>
</html>
`;
}
