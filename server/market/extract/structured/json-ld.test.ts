import { expect, it } from "vitest";
import { offerOfPage } from "@/server/market/extract/offer-of-page";

/** Returns the processor time for reading a page with that script, in seconds. */
function secondsFor(script: string): number {
  const began = process.cpuUsage();
  offerOfPage({
    url: "https://shop.example/p",
    html: `<html><body><h1>Lamp</h1><script type="application/ld+json">${script}</script></body></html>`,
  });
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000_000;
}

const many = (count: number, each: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => each(index)).join(",");
const referring = (fields: string) =>
  `{"@graph":[{"@type":"Product","@id":"#a","name":"Lamp",${fields}},{"@type":"Product","name":"Lamp","isRelatedTo":[${many(20_000, () => '{"@id":"#a"}')}]}]}`;

it.each([
  [
    "an item of a megabyte that is referred to everywhere",
    referring(`"description":"${"x".repeat(1_000_000)}"`),
  ],
  ["an item of many fields that is referred to everywhere", referring(many(90_000, (at) => `"k${at}":1`))],
  ["many names of one field", `{"@type":"Product",${many(150_000, (at) => `"${at}:name":1`)}}`],
])("a page is read in little time whatever its data holds: %s", (_, script) => {
  expect(secondsFor(script)).toBeLessThan(4);
});

it("data nested deeper than it can be written again trips nothing", () => {
  const deep = `{"@type":"Product","name":"Lamp","a":${'{"a":'.repeat(200_000)}1${"}".repeat(200_001)}`;
  expect(secondsFor(deep)).toBeLessThan(4);
});
