import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { LONGEST_END_MS } from "./ending";
import { LONGEST_DRAIN_MS, readEnv, SETTING_NAMES } from "./env";

type Values = Readonly<Record<string, string>>;
interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string | null>>;
        readonly stop_grace_period?: string;
      }
    >
  >;
}

const compose: Compose = parse(readFileSync(join(import.meta.dirname, "../../compose.yaml"), "utf8"), {
  merge: true,
});

/** The environment of a service's container, as the Compose specification resolves it from the values of .env. */
function environmentOf(name: string, values: Values): Values {
  const given = Object.entries(compose.services[name]?.environment ?? {}).flatMap(([key, value]) => {
    if (value !== null)
      return [[key, value.replace(/\$\{(\w+):\?\}/g, (_, of: string) => valueOf(values, of))]];
    return values[key] === undefined ? [] : [[key, values[key]]];
  });
  return Object.fromEntries(given);
}

function valueOf(values: Values, name: string): string {
  const value = values[name];
  if (!value) throw new Error(`required variable ${name} is missing a value`);
  return value;
}

const SECRETS = {
  POSTGRES_PASSWORD: "p@ss#w:/rd?%25 & ü",
  APP_DB_PASSWORD: "app@password#with/signs",
  AUTH_SECRET: "a".repeat(32),
  ENCRYPTION_KEY: "e".repeat(32),
  PUBLIC_URL: "https://prices.example",
};

describe.each(["web", "worker"])("the container %s", (name) => {
  it("reaches the database with the password that the database was given, whatever signs it has", () => {
    const { DATABASE_URL } = readEnv(environmentOf(name, SECRETS));
    const { host, user, password, database } = new pg.Client({ connectionString: DATABASE_URL });
    expect({ host, user, password, database }).toEqual({
      host: "database",
      user: "pricecheck",
      password: environmentOf("database", SECRETS)["POSTGRES_PASSWORD"],
      database: "pricecheck",
    });
  });

  it("is given the settings for mails, proxies, metrics, sign-up and identity that are there", () => {
    const settings = {
      SMTP_URL: "smtps://user:secret@mail.example",
      MAIL_FROM: "Prices <prices@shop.example>",
      TRUSTED_PROXIES: "10.0.0.0/8",
      METRICS_TOKEN: "0123456789abcdef",
      SIGN_UP: "closed",
      IDP_ISSUER: "https://id.example",
      IDP_CLIENT_ID: "pricecheck",
      IDP_CLIENT_SECRET: "identity",
    };
    const { TRUSTED_PROXIES, ...rest } = settings;
    const env = readEnv(environmentOf(name, { ...SECRETS, ...settings }));
    expect(env).toMatchObject({ ...rest, TRUSTED_PROXIES: [TRUSTED_PROXIES], ROLE: name });
  });

  it("has the time to stop that the longest drain time needs", () => {
    const [, seconds] = /^(\d+)s$/.exec(compose.services[name]?.stop_grace_period ?? "") ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(LONGEST_DRAIN_MS + LONGEST_END_MS);
  });

  it("is given every setting, except those that are the container's own", () => {
    const own = ["NODE_ENV", "PORT", "HOST", "DATA_DIR", "INIT_CWD"];
    const named = Object.keys(compose.services[name]?.environment ?? {});
    expect([...named, ...own].sort()).toEqual([...SETTING_NAMES].sort());
  });
});
