import type { HttpResponse } from "./message";
import { plainPage } from "./plain-page";

const AGAIN_AFTER_SECONDS = "10";

/** Builds the page that is shown while the database does not answer; the browser asks again by itself. */
export function unavailablePage(): HttpResponse {
  const page = plainPage(
    503,
    "Pricecheck is not available at the moment",
    `<p>Its database does not answer. What you decided before is safe, and goes on once it answers again.</p>
<p>This page tries again every ${AGAIN_AFTER_SECONDS} seconds. <a href="">Try now</a></p>`,
  );
  const again = { refresh: AGAIN_AFTER_SECONDS, "retry-after": AGAIN_AFTER_SECONDS };
  return { ...page, headers: { ...page.headers, ...again } };
}
