import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POSTGRES_PROGRAMS } from "@/server/testing/external-postgres";

const ROOT = join(import.meta.dirname, "..");
const TIMEOUT_MS = 300_000;
const folder = await mkdtemp(join(tmpdir(), "pricecheck-commands-"));
const inFolder = (name: string): string => join(folder, name);

const FOR_EACH_STORE = ["shopify", "vendure", "medusa", "woocommerce"];

/** Every command that measures, with arguments that let it end soon. */
const SMALL: Readonly<Record<string, readonly string[]>> = {
  "bench:api": ["500", "0.2"],
  "bench:batch": ["20"],
  "bench:catalog": ["400", "1"],
  "bench:imports": ["500"],
  "bench:inbox": ["60", "30", "5", "2"],
  "bench:lists": ["300", "2", ...(existsSync(POSTGRES_PROGRAMS) ? [] : ["embedded"])],
  "bench:live": ["2"],
  "bench:pages": [inFolder("pages"), "5"],
  "bench:reports": ["50"],
  "bench:run": ["50"],
  "bench:spreadsheets": ["50"],
  "bench:standstill": ["1", "/oauth/token"],
  "bench:sync": ["--items", "20"],
  "bench:web": ["300", "10", "1", "sign-in"],
  "bench:whole-lists": ["100", "50", "60"],
  "eval:extraction": [inFolder("pages")],
  "eval:history": [inFolder("history"), "--shop", "ours", "--market", "theirs"],
  "eval:oracle": ["--cases", "40", "--seed", "1"],
  "eval:price-text": [inFolder("texts.json")],
  "eval:superstore": [inFolder("costs.csv")],
  "eval:walmart-amazon": [inFolder("matches.csv")],
  found: [inFolder("found"), "--only", "25"],
  policies: ["--only", "1,22"],
  screenshots: [inFolder("pictures"), "60", "10", "/sign-in"],
};

/** Every such run: the commands as above, and those that measure several kinds of store with each kind. */
const RUNS: readonly (readonly [command: string, ...args: string[]])[] = [
  ...Object.entries(SMALL)
    .filter(([command]) => command !== "bench:sync")
    .map(([command, args]) => [command, ...args] as const),
  ...FOR_EACH_STORE.map((store) => ["bench:sync", ...(SMALL["bench:sync"] ?? []), "--store", store] as const),
];

const PAGE = `<!doctype html><html lang="en"><head><title>Honey jar</title></head><body><h1>Honey jar</h1>
<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Honey jar</span>
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="4.50">
<meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/InStock"></div></div>
</body></html>`;

const FILES: Readonly<Record<string, string | Buffer>> = {
  "pages/html/honey.html.gz": gzipSync(PAGE),
  "pages/ground-truth.json": JSON.stringify({
    honey: { url: "https://shop.example/honey", price: "4.50", availability: "InStock", currency: "EUR" },
  }),
  "history/matches_both_prices.csv":
    "left_id,left_title,left_qty,left_unit,right_id,right_qty,right_unit,currency\n10,Oat drink,1000,ml,A,1000,ml,EUR\n",
  "history/price_history.csv":
    "store,id,date,price\nours,10,2020-03-02,2.19\ntheirs,A,2020-03-02,2.19\ntheirs,A,2020-03-03,1.99\n",
  "texts.json": JSON.stringify([{ price_text: "4,50 €", expected_amount: "4.50", expected_currency: "€" }]),
  "costs.csv": "sku,list_price,unit_cost,currency,list_margin_pct\nA,130.98,104.784,USD,20.0\n",
  "matches.csv": "left_id,left_title,left_price,right_id,right_price\n1,Lamp,10.00,a,11.50\n",
  "found/25-offer-in-sidebar/page.html": PAGE,
};

interface Ended {
  readonly figures: unknown;
  readonly output: string;
}

/** Runs a command of package.json. Missed limits say nothing at this size, so its exit code is not looked at. */
function run(command: string, ...small: readonly string[]): Promise<Ended> {
  const args = ["run", "--silent", command, "--", ...small];
  return new Promise((resolve) =>
    execFile("npm", args, { cwd: ROOT, timeout: TIMEOUT_MS }, (_error, stdout, stderr) => {
      const last = stdout.trimEnd().split("\n").at(-1) ?? "";
      resolve({ figures: parsed(last), output: `${stdout}${stderr}` });
    }),
  );
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

beforeAll(async () => {
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), content);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("runs all commands that measure", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
  const measuring = Object.keys(scripts).filter((name) =>
    /^(bench:|eval:|found$|policies$|screenshots$)/.test(name),
  );
  expect(Object.keys(SMALL).sort()).toEqual(measuring.sort());
});

describe.concurrent("a command prints its figures as the last line", () => {
  it.each(RUNS.map((each) => [each.join(" "), each] as const))(
    "%s",
    { timeout: TIMEOUT_MS },
    async (_, each) => {
      const { figures, output } = await run(...each);
      expect(figures, output.slice(-3_000)).toBeTypeOf("object");
      expect(figures, output.slice(-3_000)).not.toBeNull();
    },
  );
});
