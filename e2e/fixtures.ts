import { type BrowserContext, type BrowserContextOptions, type Page, test as base } from "@playwright/test";
import { z } from "zod";
import { type Client, clientOf } from "@/e2e/client";
import { type Service, startService } from "@/e2e/service";

export { expect } from "@playwright/test";

export type Person = { readonly email: string; readonly password: string };

/** A workspace of one test's own. */
export type Shop = {
  readonly id: string;
  readonly name: string;
  readonly owner: Person;
  /** With every scope, minted by the owner. */
  readonly token: string;
  readonly client: Client;
  /** The address of a page of it. */
  readonly page: (path?: string) => string;
  readonly connectSandbox: () => Promise<void>;
  /** Adds a person with a role. */
  readonly member: (role: string) => Promise<Person>;
};

export type Trouble = {
  /** The browser may complain of this: the test provokes it. */
  readonly expect: (pattern: RegExp) => void;
  readonly watch: (context: BrowserContext) => void;
};

type OpenOptions = BrowserContextOptions & { readonly at?: string };

type Fixtures = {
  readonly trouble: Trouble;
  readonly newPerson: (options?: { readonly unconfirmed?: boolean }) => Promise<Person>;
  readonly newShop: (options?: { readonly plan?: string; readonly owner?: Person }) => Promise<Shop>;
  /** A page in a browser of its own in which the person is signed in. */
  readonly as: (person: Person, options?: OpenOptions) => Promise<Page>;
};

type WorkerFixtures = { readonly service: Service };

const id = z.object({ id: z.string() });
const minted = z.object({ token: z.string() });
const ALL_SCOPES =
  "runs:read,runs:trigger,recommendations:read,recommendations:write,recommendations:approve,alerts:read,alerts:write,catalog:read,catalog:write,reports:read,workspace:read";

let count = 0;

export const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  baseURL: ({ service }, use) => use(service.url),

  trouble: [
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

  context: async ({ context, trouble }, use) => {
    trouble.watch(context);
    await use(context);
  },

  newPerson: ({ service }, use) => use((options) => makePerson(service, options)),

  newShop: ({ service }, use) =>
    use(async ({ plan = "max", owner } = {}) =>
      openShop(service, plan, owner ?? (await makePerson(service))),
    ),

  as: async ({ browser, service, trouble, contextOptions }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, { at, ...options } = {}) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: service.url, ...options });
      contexts.push(context);
      trouble.watch(context);
      await signIn(context, service.url, person);
      const page = await context.newPage();
      if (at) await page.goto(at);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** Everything a person at the developer tools would see in red, and every request to another host. */
function watch(context: BrowserContext, seen: string[]): void {
  context.on("console", (message) => {
    if (message.type() === "error") seen.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => void seen.push(String(error.error())));
  context.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    const inside = protocol === "data:" || protocol === "blob:" || hostname === "localhost";
    if (!inside) seen.push(`a request to ${request.url()}`);
  });
}

async function signIn(context: BrowserContext, url: string, person: Person): Promise<void> {
  const csrf = await context.request.get(`${url}/api/auth/csrf`);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json());
  const answer = await context.request.post(`${url}/api/auth/callback/credentials`, {
    form: { ...person, csrfToken, json: "true" },
  });
  if (!answer.ok()) throw new Error(`${person.email} cannot sign in: ${await answer.text()}`);
}

async function makePerson(
  service: Service,
  options: { readonly unconfirmed?: boolean } = {},
): Promise<Person> {
  count += 1;
  const person = { email: `person${count}@shop.example`, password: `a long password ${count}` };
  const words = ["user", "create", "--email", person.email, "--password", person.password];
  await service.operate(...words, ...(options.unconfirmed ? ["--unconfirmed"] : []));
  return person;
}

async function openShop(service: Service, plan: string, owner: Person): Promise<Shop> {
  count += 1;
  const name = `Shop ${count}`;
  const made = await service.operate(
    "workspace",
    "create",
    "--name",
    name,
    "--owner",
    owner.email,
    "--plan",
    plan,
  );
  const workspace = id.parse(made).id;
  const { token } = minted.parse(
    await service.operate(
      "token",
      "mint",
      "--workspace",
      workspace,
      "--user",
      owner.email,
      "--scopes",
      ALL_SCOPES,
    ),
  );
  return {
    id: workspace,
    name,
    owner,
    token,
    client: clientOf(service.url, token),
    page: (path = "") => `/w/${workspace}${path}`,
    connectSandbox: async () => {
      await service.operate("store", "connect", "--workspace", workspace, "--kind", "sandbox");
    },
    member: async (role) => {
      const person = await makePerson(service);
      await service.operate(
        "member",
        "add",
        "--workspace",
        workspace,
        "--email",
        person.email,
        "--role",
        role,
      );
      return person;
    },
  };
}
