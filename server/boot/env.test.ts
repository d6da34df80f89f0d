import { describe, expect, it } from "vitest";
import { readEnv } from "./env";
import { exposureOf } from "./exposure";

it("accepts an environment that says nothing", () => {
  expect(readEnv({})).toMatchObject({ STORE_TIMEOUT_MS: 10_000, WRITE_BACK_QUARANTINE_MS: 60_000 });
});

it.each([
  ["WRITE_BACK_QUARANTINE_MS", { WRITE_BACK_QUARANTINE_MS: "39999" }],
  ["WRITE_BACK_QUARANTINE_MS", { STORE_TIMEOUT_MS: "15001" }],
  ["WRITE_BACK_LEASE_MS", { WRITE_BACK_LEASE_MS: "999" }],
  ["RUN_LEASE_MS", { RUN_LEASE_MS: "999" }],
])("refuses times in which a price could be sent twice, in one line that names %s", (name, env) => {
  expect(() => readEnv(env)).toThrow(new RegExp(`^${name}: has to be at least [^\\n]+$`));
});

it("accepts a quarantine of exactly four time-outs, and leases of a second", () => {
  const env = {
    STORE_TIMEOUT_MS: "1000",
    WRITE_BACK_QUARANTINE_MS: "4000",
    WRITE_BACK_LEASE_MS: "1000",
    RUN_LEASE_MS: "1000",
  };
  expect(readEnv(env)).toMatchObject({ WRITE_BACK_QUARANTINE_MS: 4_000, RUN_LEASE_MS: 1_000 });
});

it.each([
  ["PORT", { PORT: "1e3" }],
  ["PORT", { PORT: "0x1F90" }],
  ["PORT", { PORT: " 80" }],
  ["STORE_TIMEOUT_MS", { STORE_TIMEOUT_MS: "1e4" }],
  ["RATE_LIMIT_PER_MINUTE", { RATE_LIMIT_PER_MINUTE: "٦٠" }],
  ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "proxy.example.com" }],
  ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "10.0.0.0/40" }],
  ["SECURITY_CONTACT", { SECURITY_CONTACT: "http://example.com" }],
])("refuses what %s does not hold, rather than understanding it somehow", (name, env) => {
  expect(() => readEnv(env)).toThrow(new RegExp(`^${name}: `));
});

it("reads proxies as a list, and trusts none unless they are named", () => {
  expect(readEnv({}).TRUSTED_PROXIES).toEqual([]);
  expect(readEnv({ TRUSTED_PROXIES: "10.0.0.0/8, ::1" }).TRUSTED_PROXIES).toEqual(["10.0.0.0/8", "::1"]);
});

describe("who reaches the installation", () => {
  const external = {
    DATABASE_URL: "postgresql://owner@db.example/pricecheck",
    APP_DB_PASSWORD: "p".repeat(16),
    AUTH_SECRET: "a".repeat(32),
    ENCRYPTION_KEY: "e".repeat(32),
  };
  const inside = { loopbackOnly: true, signUp: "open", allowPrivateStores: true, allowPrivatePages: true };
  const outside = {
    loopbackOnly: false,
    signUp: "invited",
    allowPrivateStores: false,
    allowPrivatePages: false,
  };

  it.each([
    ["an environment that says nothing", {}, { ...inside, host: "127.0.0.1" }],
    ["HOST=localhost", { HOST: "localhost" }, { ...inside, host: "localhost" }],
    ["HOST=::1", { HOST: "::1" }, { ...inside, host: "::1" }],
    ["a local PUBLIC_URL", { PUBLIC_URL: "http://shop.localhost:8080" }, inside],
    ["an empty HOST", { HOST: "" }, { ...inside, host: "127.0.0.1" }],
    ["HOST=0.0.0.0", { HOST: "0.0.0.0" }, { ...outside, host: "0.0.0.0" }],
    ["HOST=::", { HOST: "::" }, outside],
    ["a HOST by name", { HOST: "prices.internal" }, outside],
    ["a proxy before it", { PUBLIC_URL: "https://prices.example.com" }, { ...outside, host: "127.0.0.1" }],
    ["an external database", external, { ...outside, host: "0.0.0.0" }],
    [
      "an external database, for this machine alone",
      { ...external, HOST: "127.0.0.1" },
      { loopbackOnly: true, signUp: "open", allowPrivateStores: false, allowPrivatePages: false },
    ],
    [
      "settings of one's own",
      { HOST: "0.0.0.0", SIGN_UP: "closed", ALLOW_PRIVATE_STORES: "1", ALLOW_PRIVATE_PAGES: "0" },
      { loopbackOnly: false, signUp: "closed", allowPrivateStores: true, allowPrivatePages: false },
    ],
  ])("follows from %s", (_what, env, expected) => {
    expect(exposureOf(readEnv(env))).toMatchObject(expected);
  });

  it.each([
    [["ALLOW_PRIVATE_STORES=1", "HOST=0.0.0.0"], { HOST: "0.0.0.0", ALLOW_PRIVATE_STORES: "1" }],
    [["ALLOW_PRIVATE_PAGES=1", "HOST=192.0.2.7"], { HOST: "192.0.2.7", ALLOW_PRIVATE_PAGES: "1" }],
    [
      ["ALLOW_PRIVATE_STORES=1", "PUBLIC_URL=https://prices.example.com"],
      { PUBLIC_URL: "https://prices.example.com", ALLOW_PRIVATE_STORES: "1" },
    ],
    [["ALLOW_PRIVATE_STORES=1", "HOST=0.0.0.0"], { ...external, ALLOW_PRIVATE_STORES: "1" }],
  ])("stops the start where strangers would reach inwards, in one line that names %j", (named, env) => {
    const start = () => readEnv({ ...env, SIGN_UP: "open" });
    for (const name of ["SIGN_UP: open", ...named]) expect(start).toThrow(name);
    expect(start).toThrow(/^[^\n]+$/);
    expect(() => readEnv({ ...env, SIGN_UP: "invited" })).not.toThrow();
  });

  it("accepts two of the three", () => {
    expect(() => readEnv({ SIGN_UP: "open", HOST: "0.0.0.0" })).not.toThrow();
    expect(() => readEnv({ SIGN_UP: "open", ALLOW_PRIVATE_STORES: "1", HOST: "127.0.0.1" })).not.toThrow();
    expect(() => readEnv({ SIGN_UP: "sometimes" })).toThrow(/^SIGN_UP: /);
  });
});
