import { expect, it } from "vitest";
import { readEnv } from "./env";

it("accepts an environment that says nothing", () => {
  expect(readEnv({})).toMatchObject({ STORE_TIMEOUT_MS: 10_000, WRITE_BACK_QUARANTINE_MS: 60_000 });
});

it.each([
  ["WRITE_BACK_QUARANTINE_MS", { WRITE_BACK_QUARANTINE_MS: "39999" }],
  ["WRITE_BACK_QUARANTINE_MS", { STORE_TIMEOUT_MS: "15001" }],
  ["WRITE_BACK_LEASE_MS", { WRITE_BACK_LEASE_MS: "999" }],
  ["RUN_LEASE_MS", { RUN_LEASE_MS: "999" }],
])("refuses times in which a price could be sent twice, in one line that names %s", (name, given) => {
  expect(() => readEnv(given)).toThrow(new RegExp(`^${name}: has to be at least [^\\n]+$`));
});

it("accepts a quarantine of exactly four time-outs, and leases of a second", () => {
  const given = {
    STORE_TIMEOUT_MS: "1000",
    WRITE_BACK_QUARANTINE_MS: "4000",
    WRITE_BACK_LEASE_MS: "1000",
    RUN_LEASE_MS: "1000",
  };
  expect(readEnv(given)).toMatchObject({ WRITE_BACK_QUARANTINE_MS: 4_000, RUN_LEASE_MS: 1_000 });
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
])("refuses what %s does not hold, rather than understanding it somehow", (name, given) => {
  expect(() => readEnv(given)).toThrow(new RegExp(`^${name}: `));
});

it("reads proxies as a list, and trusts none unless they are named", () => {
  expect(readEnv({}).TRUSTED_PROXIES).toEqual([]);
  expect(readEnv({ TRUSTED_PROXIES: "10.0.0.0/8, ::1" }).TRUSTED_PROXIES).toEqual(["10.0.0.0/8", "::1"]);
});
