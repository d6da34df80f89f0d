import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseCredentials, placementOf } from "@/server/stores/credentials";
import { allSettings, type StoreDeclaration, setting, settingsOf } from "@/server/stores/declaration";
import { storesDocument } from "@/server/stores/documentation";
import { connectorFor, STORE_KINDS } from "@/server/stores/registry";

describe.each(STORE_KINDS.map((kind) => ({ kind })))("the connector $kind", ({ kind }) => {
  const connector = connectorFor(kind);
  const folder = join(import.meta.dirname, kind);

  it("has a folder of its kind's name, and a kind of its own", () => {
    expect(existsSync(folder), `server/stores/${kind} is missing`).toBe(true);
    expect(STORE_KINDS.filter((other) => other === kind)).toHaveLength(1);
  });

  it("is held to what the port promises", () => {
    const file = join(folder, "conformance.test.ts");
    const call = `describeConformance("${kind}", `;
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    expect(text.includes(call), `server/stores/${kind}/conformance.test.ts has to call ${call}…)`).toBe(true);
  });

  it("declares each setting with its text, the same in every way of signing in", () => {
    for (const way of connector.ways) expect(settingsOf(kind, way)).not.toEqual([]);
    expect(allSettings(connector).some(({ part }) => part === "sign-in")).toBe(true);
    const texts = connector.ways.flatMap((way) => settingsOf(kind, way)).map((each) => JSON.stringify(each));
    expect(new Set(texts).size).toBe(allSettings(connector).length);
  });
});

it("docs/stores.md is what the connectors declare; `npm run docs` writes it again", async () => {
  const document = storesDocument(STORE_KINDS.map(connectorFor));
  await expect(document).toMatchFileSnapshot(join(import.meta.dirname, "../../docs/stores.md"));
});

describe("credentials", () => {
  const shop = (settings: z.ZodObject, ...more: z.ZodObject[]): StoreDeclaration => ({
    kind: "corner-shop",
    title: "Corner shop",
    summary: "A shop.",
    address: { label: "Address", example: "https://shop.example" },
    ways: [{ title: "One", settings }, ...more.map((each) => ({ title: "Another", settings: each }))],
    reads: [],
    capabilities: {
      marker: "atomic",
      completesWrites: false,
      webhooks: false,
      currencies: "one",
      skus: "shared",
      batch: 1,
    },
  });
  const text = (label: string, part: "sign-in" | "place" = "sign-in") => ({ label, part });
  const key = z.object({
    apiKey: setting(z.string().min(5, "An API key has five characters at least."), text("API key")),
    channel: setting(z.string().min(1).default("web"), text("Channel", "place")),
  });
  const person = z.object({
    username: setting(z.string().min(1), text("User name")),
    password: setting(z.string().min(1), text("Password")),
  });

  it("are read by the first way that they fit, with what is taken where nothing is given", () => {
    const two = shop(person, key);
    expect(parseCredentials(two, { apiKey: "12345" })).toEqual({
      ok: true,
      credentials: { apiKey: "12345", channel: "web" },
    });
  });

  it("what is missing is named by its label, in the way that was meant", () => {
    const issues = (given: Record<string, string>) => {
      const read = parseCredentials(shop(person, key), given);
      return read.ok ? [] : read.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    };
    expect(issues({})).toEqual(["username: User name is missing.", "password: Password is missing."]);
    expect(issues({ username: "ann", password: "" })).toEqual(["password: Password is missing."]);
    expect(issues({ apiKey: "123" })).toEqual(["apiKey: An API key has five characters at least."]);
  });

  it("keep over a change of sign-in what says where things are, and nothing else", () => {
    expect(placementOf(shop(key), { apiKey: "12345", channel: "web" })).toEqual({ channel: "web" });
  });

  it("a setting without a text of its own, or that is no text, is refused by name", () => {
    const plain = shop(z.object({ port: z.string() }));
    expect(() => allSettings(plain)).toThrow('Connector corner-shop: the setting "port" is not declared');
    const number = shop(z.object({ port: setting(z.number(), text("Port")) }));
    expect(() => allSettings(number)).toThrow('Connector corner-shop: the setting "port" has to be a text');
  });
});
