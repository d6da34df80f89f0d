import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from "@playwright/test";
import { type Service, startService } from "@/e2e/service";
import { makePerson, openShop, type Person, type Shop, type ShopOptions, signIn } from "@/e2e/shop";

export { expect } from "@playwright/test";

export type Problem = {
  /** Allows browser errors that match; the test provokes them. */
  readonly expect: (pattern: RegExp) => void;
  readonly watch: (context: BrowserContext) => void;
};

type OpenOptions = BrowserContextOptions & {
  /** The page to open first. */
  readonly at?: string;
  /** A service other than the one the tests share. */
  readonly of?: Service;
};

export type Fixtures = {
  readonly problem: Problem;
  readonly newPerson: () => Promise<Person>;
  readonly newShop: (options?: ShopOptions) => Promise<Shop>;
  /** Opens a page in a new browser context in which the person is signed in. */
  readonly as: (person: Person, options?: OpenOptions) => Promise<Page>;
};

/** Whether the page hears what is pressed: until then, the buttons that open its menus are disabled. */
const canAct = () => document.querySelector('button[aria-haspopup="menu"]:disabled') === null;

type WorkerFixtures = { readonly service: Service };

export const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],

  baseURL: ({ service }, use) => use(service.url),

  problem: [
    async ({ service }, use, info) => {
      const seen: string[] = [];
      const provoked: RegExp[] = [];
      await use({
        expect: (pattern) => void provoked.push(pattern),
        watch: (context) => watch(context, seen),
      });
      const unexpected = seen.filter((line) => !provoked.some((pattern) => pattern.test(line)));
      if (info.status !== info.expectedStatus)
        await info.attach("service.log", { body: service.printed(), contentType: "text/plain" });
      if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join("\n")}`);
    },
    { auto: true },
  ],

  context: async ({ context, problem }, use) => {
    problem.watch(context);
    await use(context);
  },

  newPerson: ({ service }, use) => use(() => makePerson(service)),

  newShop: ({ service }, use) => use((options) => openShop(service, options)),

  as: async ({ browser, service, problem, contextOptions }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, { at, of: { url } = service, ...options } = {}) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: url, ...options });
      contexts.push(context);
      problem.watch(context);
      await signIn(context.request, url, person);
      const page = await context.newPage();
      if (at) await page.goto(at);
      if (at && options.javaScriptEnabled !== false) await page.waitForFunction(canAct);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/**
 * A service that stops ends the streams of changes and refuses new ones, while pages of a test are still open. The
 * tests of the stream itself see its changes arrive.
 */
const STREAM_REFUSED = /status of 503 .*\/changes\)$/;

/** Records errors of the console and of scripts, and requests to other hosts. */
function watch(context: BrowserContext, seen: string[]): void {
  context.on("console", (message) => {
    const line = `${message.text()} (${message.location().url})`;
    if (message.type() === "error" && !STREAM_REFUSED.test(line)) seen.push(line);
  });
  context.on("weberror", (error) => void seen.push(String(error.error())));
  context.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    const inside = protocol === "data:" || protocol === "blob:" || hostname === "localhost";
    if (!inside) seen.push(`a request to ${request.url()}`);
  });
}
