import { PLAN_LIMITS } from "@/server/domain/plan/plans";
import { TRIAL_DAYS } from "@/server/domain/plan/workspace-trial";
import { escaped } from "../plain-page";
import { drawPicture, type Picture } from "./landing-picture";
import { LANDING_STYLE } from "./landing-style";

const TITLE = "Pricecheck: which prices to change, and why";
const DESCRIPTION =
  "Pricecheck watches a shop's margins and its competitors' prices, says which prices to change and why, and writes an approved price to the store exactly once.";

/** What the page offers, by the installation's settings. */
export interface Landing {
  /** The installation's address, without a trailing slash. */
  readonly publicUrl: string;
  readonly picture: Picture;
  /** Whether anybody may make an account. */
  readonly signUpOpen: boolean;
  readonly hasDemo: boolean;
  /** The address of the product's font; null for the reader's own. */
  readonly font: string | null;
}

const { items, runsPerDay, members } = PLAN_LIMITS.free;
/** What the free plan has, and what it cannot do. */
const FREE = `${items} items, ${runsPerDay} runs a day and ${members} people, no agents, and you enter recommended prices in your shop yourself`;

const MARK = `<svg aria-hidden="true" viewBox="0 0 24 24"><rect width="24" height="24" rx="7" fill="var(--accent)"/><path d="M5.5 16H10.5V9H14" fill="none" stroke="var(--on-accent)" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/><circle cx="17" cy="9" r="2.2" fill="var(--on-accent)"/></svg>`;

/** Draws the page for strangers, without scripts: what it is, a picture of it, and how it starts. */
export const landingPage = (landing: Landing): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escaped(TITLE)}</title>
<meta name="description" content="${escaped(DESCRIPTION)}">
<meta name="robots" content="index, follow">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f7f4">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131311">
<link rel="canonical" href="${escaped(landing.publicUrl)}/">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Pricecheck">
<meta property="og:title" content="${escaped(TITLE)}">
<meta property="og:description" content="${escaped(DESCRIPTION)}">
<meta property="og:url" content="${escaped(landing.publicUrl)}/">
${fontOf(landing)}<style>${LANDING_STYLE}</style>
</head>
<body>
<header>
<span class="mark">${MARK}Pricecheck</span>
<nav aria-label="Account">
<a class="button quiet" href="/sign-in">Sign in</a>
${landing.signUpOpen ? `<a class="button wide" href="/sign-up">Create an account</a>` : ""}
</nav>
</header>
<main>
${hero(landing)}
${START}
${PROMISES}
</main>
<footer>
<a href="/sign-in">Sign in</a>
<a href="/reference">API reference</a>
<a href="/bot">Our checks of competitors’ pages</a>
</footer>
</body>
</html>
`;

const fontOf = ({ font }: Landing): string =>
  font === null
    ? ""
    : `<link rel="preload" href="${escaped(font)}" as="font" type="font/woff2" crossorigin>
<style>@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: optional;
  src: url("${escaped(font)}") format("woff2"); }</style>
`;

const hero = ({ picture, signUpOpen, hasDemo }: Landing): string => `<div class="hero">
<div>
<h1>Know which prices to change, and why.</h1>
<p class="lead soft">Pricecheck watches your catalog, your costs and what competitors charge. It recommends new prices with the evidence beside them. You decide; your store gets the price exactly once.</p>
<div class="actions">
${signUpOpen ? `<a class="button primary" href="/sign-up">Create an account</a>` : `<a class="button primary" href="/sign-in">Sign in</a>`}
${hasDemo ? `<form method="post" action="/api/demo"><button class="button">Look at the demo</button></form>` : ""}
</div>
${signUpOpen ? `<p class="dim">${TRIAL_DAYS} days with everything, no card. Then the Free plan: ${FREE}. Nothing is deleted.</p>` : ""}
</div>
${drawPicture(picture)}
</div>`;

const START = `<section aria-labelledby="start">
<h2 id="start">From nothing to a price in a store in three minutes</h2>
<ol class="three">
<li><span class="number" aria-hidden="true">1</span><h3>Bring a shop</h3><p class="soft">Connect Shopify, WooCommerce, Medusa or Vendure, import a file, or take the sample shop with its own store to try everything.</p></li>
<li><span class="number" aria-hidden="true">2</span><h3>Let it run</h3><p class="soft">Each item is checked against its cost, the market and your rules: floors, steps, price endings, limits of change.</p></li>
<li><span class="number" aria-hidden="true">3</span><h3>Approve</h3><p class="soft">Read the evidence, press one key. The price is written, read back and recorded, and you can take it back.</p></li>
</ol>
</section>`;

const PROMISES = `<section aria-labelledby="promises">
<h2 id="promises">Careful with your money</h2>
<ul class="three">
<li><h3>Nothing without evidence</h3><p class="soft">Every recommendation shows its inputs, the rules it passed and the one that decided. An unknown cost is unknown, not zero.</p></li>
<li><h3>Written exactly once</h3><p class="soft">A lost answer is looked up and not repeated. What somebody has changed in the store meanwhile is left alone.</p></li>
<li><h3>Answered for</h3><p class="soft">Who decided what, and how the store answered, is in a log that shows if it was altered.</p></li>
</ul>
</section>`;
