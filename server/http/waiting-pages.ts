import type { HttpResponse } from "./message";
import { plainPage } from "./plain-page";

/** Builds the page that is shown while the database does not answer. */
export const unavailablePage = (): HttpResponse =>
  waitingPage(
    "Pricecheck is not available at the moment",
    "Its database does not answer. What you decided before is safe, and goes on once it answers again.",
    10,
  );

/** Builds the page that is shown while the pages are built after a first start or an update. */
export const beingBuiltPage = (): HttpResponse =>
  waitingPage(
    "Pricecheck is being made ready",
    "Its pages are being built, which usually takes 1 to 3 minutes. The API and the command line answer already.",
    3,
  );

/** Builds a page whose browser asks again by itself. @param seconds how long it waits before that */
function waitingPage(title: string, text: string, seconds: number): HttpResponse {
  const page = plainPage(
    503,
    title,
    `<p>${text}</p>
<p>This page tries again every ${seconds} seconds. <a href="">Try now</a></p>`,
  );
  const again = { refresh: `${seconds}`, "retry-after": `${seconds}` };
  return { ...page, headers: { ...page.headers, ...again } };
}
