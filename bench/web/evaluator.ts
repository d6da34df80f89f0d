import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { ROOT } from "@/bench/database";
import { ensureInstalled } from "../../scripts/install.mjs";

const FOLDER = join(ROOT, "bench", "web", "lighthouse");
/** Lighthouse sometimes misses the start of a visit, and then asks for another one. */
const ATTEMPTS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

export const FORMS = ["desktop", "phone"] as const;
export type Form = (typeof FORMS)[number];
export type Category = (typeof CATEGORIES)[number];

/** What Lighthouse says of one visit; scores are between 0 and 100. */
export interface Verdict {
  readonly scores: Readonly<Record<Category, number>>;
  /** Names of the audits of accessibility, best practices and SEO that were not passed. */
  readonly failed: readonly string[];
  /** Milliseconds until the largest part was drawn, and in which the page could not answer. */
  readonly largestPaintMs: number;
  readonly blockedMs: number;
  /** Scripts that were transferred, compressed, also those loaded while the browser was idle, in kB. */
  readonly scriptKb: number;
}

interface Audit {
  readonly id: string;
  readonly score: number | null;
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly { resourceType?: string; transferSize?: number }[] };
}
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Record<string, { score: number | null; auditRefs: readonly { id: string }[] }>;
  readonly audits: Record<string, Audit>;
}
type Lighthouse = (url: string, flags: object, config?: object) => Promise<{ lhr: Report } | undefined>;

export interface Evaluator {
  /**
   * Visits an address with empty caches.
   * @param cookie the header of a session, or null for a stranger
   * @throws Error if the page did not load
   */
  visit(url: string, form: Form, cookie: string | null): Promise<Verdict>;
  close(): Promise<void>;
}

/** Installs Lighthouse if needed, and starts a browser for it that listens on a port of this machine. */
export async function startEvaluator(port: number): Promise<Evaluator> {
  await ensureInstalled(FOLDER, "Lighthouse (185 MB, once)");
  const load = async (path: string) =>
    (
      (await import(pathToFileURL(join(FOLDER, "node_modules", "lighthouse", path)).href)) as {
        default: unknown;
      }
    ).default;
  const lighthouse = (await load("core/index.js")) as Lighthouse;
  const desktop = (await load("core/config/desktop-config.js")) as object;
  const executablePath = process.env["CHROMIUM_PATH"];
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [`--remote-debugging-port=${port}`],
  });
  return {
    async visit(url, form, cookie) {
      const flags = {
        port,
        logLevel: "silent",
        onlyCategories: CATEGORIES,
        ...(cookie === null ? {} : { extraHeaders: { Cookie: cookie } }),
      };
      for (let attempt = 1; ; attempt += 1) {
        const result = await lighthouse(url, flags, form === "desktop" ? desktop : undefined);
        if (result && !result.lhr.runtimeError) return verdictOf(result.lhr);
        const reason = result?.lhr.runtimeError?.message ?? "no report";
        if (attempt === ATTEMPTS) throw new Error(`${url}: ${reason}`);
        console.log(`${url}: ${reason}`);
      }
    },
    close: () => browser.close(),
  };
}

function verdictOf({ categories, audits }: Report): Verdict {
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100);
  const failed = CATEGORIES.filter((category) => category !== "performance").flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .map(({ id }) => audits[id])
      .filter((audit) => audit?.score !== null && audit !== undefined && audit.score < 1)
      .map((audit) => audit?.id ?? ""),
  );
  const scripts = (audits["network-requests"]?.details?.items ?? []).filter(
    ({ resourceType }) => resourceType === "Script",
  );
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    failed,
    largestPaintMs: audits["largest-contentful-paint"]?.numericValue ?? Number.NaN,
    blockedMs: audits["total-blocking-time"]?.numericValue ?? Number.NaN,
    scriptKb: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000,
  };
}
