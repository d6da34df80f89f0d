import type { APIRequestContext } from "@playwright/test";
import { z } from "zod";
import { type Client, clientOf } from "@/e2e/client";
import type { Service } from "@/e2e/service";

export type Person = { readonly email: string; readonly password: string };

export type ShopOptions = {
  /** Default: max. */
  readonly plan?: string;
  /** Default: a new person. */
  readonly owner?: Person;
  /** Price settings, as arguments of `workspace create`; default: EUR without VAT. */
  readonly pricing?: readonly string[];
};

const WITHOUT_VAT = ["--currency", "EUR", "--prices-include-vat", "no"];

/** A workspace for one test. */
export type Shop = {
  readonly id: string;
  readonly name: string;
  readonly owner: Person;
  /** A REST client with every scope; the owner issued its token. */
  readonly client: Client;
  /** Returns the address of one of its pages. */
  readonly page: (path?: string) => string;
  readonly connectSandbox: () => Promise<void>;
  /** Connects a store and reads its catalog. */
  readonly connect: (kind: string, url: string, credentials: object) => Promise<void>;
  /** Adds a new person with a role. */
  readonly member: (role: string) => Promise<Person>;
};

const SCOPES = [
  ...["runs:read", "runs:trigger", "alerts:read", "alerts:write", "reports:read", "workspace:read"],
  ...["recommendations:read", "recommendations:write", "recommendations:approve"],
  ...["catalog:read", "catalog:write", "schedules:read", "schedules:write"],
  ...["webhooks:read", "webhooks:write"],
].join(",");
const Created = z.object({ id: z.string() });
const minted = z.object({ token: z.string() });

let count = 0;

/** Creates a person with a confirmed e-mail address and no workspace. */
export async function makePerson(service: Service): Promise<Person> {
  count += 1;
  const person = { email: `person${count}@shop.example`, password: `a long password ${count}` };
  await service.operate("user", "create", "--email", person.email, "--password", person.password);
  return person;
}

/** Creates a workspace by the operator's command. */
export async function openShop(
  service: Service,
  { plan = "max", owner, pricing = WITHOUT_VAT }: ShopOptions = {},
): Promise<Shop> {
  const { operate, url } = service;
  const firstMember = owner ?? (await makePerson(service));
  count += 1;
  const name = `Shop ${count}`;
  const createArgs = ["--name", name, "--owner", firstMember.email, "--plan", plan, ...pricing];
  const { id } = Created.parse(await operate("workspace", "create", ...createArgs));
  const within = ["--workspace", id];
  const token = await operate("token", "mint", ...within, "--user", firstMember.email, "--scopes", SCOPES);
  return {
    id,
    name,
    owner: firstMember,
    client: clientOf(url, minted.parse(token).token),
    page: (path = "") => `/w/${id}${path}`,
    connectSandbox: async () => {
      await operate("store", "connect", ...within, "--kind", "sandbox");
    },
    connect: async (kind, at, credentials) => {
      const access = ["--url", at, "--credentials", JSON.stringify(credentials)];
      await operate("store", "connect", ...within, "--kind", kind, ...access);
      await operate("store", "sync", ...within);
    },
    member: async (role) => {
      const person = await makePerson(service);
      await operate("member", "add", ...within, "--email", person.email, "--role", role);
      return person;
    },
  };
}

/** Signs a browser in without using its pages. */
export async function signIn(request: APIRequestContext, url: string, person: Person): Promise<void> {
  const csrf = await request.get(`${url}/api/auth/csrf`);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json());
  const response = await request.post(`${url}/api/auth/callback/credentials`, {
    form: { ...person, csrfToken, json: "true" },
  });
  if (!response.ok()) throw new Error(`${person.email} cannot sign in: ${await response.text()}`);
}
