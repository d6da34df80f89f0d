import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { readObservationRow } from "@/server/domain/imports/csv/observation-format";
import { readCatalogRow } from "@/server/domain/imports/csv/own-format";
import { formatAmount } from "@/server/domain/money";
import { compilePolicy } from "@/server/domain/pricing/engine/compile";
import { decide } from "@/server/domain/pricing/engine/engine";
import type { Outcome } from "@/server/domain/pricing/outcome";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { item } from "@/server/domain/pricing/testing";

const PAGE = readFileSync(join(import.meta.dirname, "../../../../docs/how-a-price-is-decided.md"), "utf8");
const AT = Date.UTC(2026, 10, 21, 9);

function block(name: string): string {
  const found = new RegExp(`\`\`\`\\w+ ${name}\\n([\\s\\S]*?)\`\`\``).exec(PAGE)?.[1];
  if (found === undefined) throw new Error(`The page has no block ${name}.`);
  return found;
}
const rows = (name: string): Record<string, string>[] => parse(block(name), { columns: true });

function read<T>(result: { ok: true; value: T } | { ok: false; issues: readonly unknown[] }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value;
}

function decided(): Outcome {
  const policy = readPolicyDocument(JSON.parse(block("policy")));
  if (!policy.ok) throw new Error(JSON.stringify(policy.issues));
  const [row = {}] = rows("catalog");
  const {
    sku,
    price = null,
    cost = null,
    mapPrice = null,
    msrp = null,
    packSize = null,
  } = read(readCatalogRow(row, "EUR"));
  const subject = item({ sku, price, cost, mapPrice, msrp, packSize, dayPrice: price });
  const observed = rows("observations").map((each, index) => ({
    ...read(readObservationRow(each)),
    id: `obs_${index}`,
  }));
  const knownSubject = { ...subject, costUpdatedAtMs: AT - 7 * DAY_MS };
  return decide(knownSubject, observed, compilePolicy(policy.document), AT);
}

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const euros = (minor: bigint | null) => (minor === null ? "" : formatAmount(minor, "EUR"));

/** The decision part of the page, built from the outcome alone. */
function decisionLines({ evidence, ...outcome }: Outcome): string[] {
  if (outcome.kind !== "recommendation") throw new Error(outcome.message);
  const { recommendation: found } = outcome;
  const effects = {
    target: "is the target",
    floor: "no lower",
    ceiling: "no higher",
    rounded: "the price",
    tried: "has none",
  };
  return [
    `> ${found.reason}`,
    table(
      ["seller", "price", "counts", "why"],
      evidence.observations.map(({ seller, price, used, note }) => [
        seller,
        euros(price),
        used ? "yes" : "no",
        note,
      ]),
    ),
    table(
      ["rule", "amount", "effect", "decided"],
      evidence.steps.map(({ label, amount, effect, bound }) => [
        label,
        euros(amount),
        effects[effect],
        bound ? "**yes**" : "",
      ]),
    ),
    `margin ${found.marginBefore ?? ""} → ${found.marginAfter ?? ""}`,
    `change ${found.changeRatio ?? ""}`,
    `confidence ${found.confidence}`,
  ];
}

it("the page on how a price is decided shows what the engine decides", () => {
  for (const part of decisionLines(decided())) expect(PAGE).toContain(part);
});
