/**
 * Takes a picture of every page: light and dark, at six widths, of a new workspace, of the demo and of a large one.
 * `npm run screenshots -- [folder] [items] [waiting] [end]` writes them with `index.html`, which shows them all, and
 * `sheet.png`, which is that page as one picture; the default folder is `screenshots`. With `end`, only pages whose
 * path ends so.
 */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { demoShop } from "@/e2e/demo-shop";
import { FURTHER_VIEWS, SETTINGS_PAGES, WORKSPACE_PAGES } from "@/e2e/page-paths";
import { openShop, type Person } from "@/e2e/shop";
import { type BrowserShop, withBrowserShop } from "./browser-shop";
import { type Picture, writeSheet } from "./screenshots/sheet";

const OUTSIDE = ["/", "/sign-in", "/sign-up", "/bot", "/reference"];
const FORMS = {
  phone: { width: 360, height: 780 },
  half: { width: 768, height: 900 },
  small: { width: 1024, height: 768 },
  laptop: { width: 1180, height: 820 },
  desktop: { width: 1440, height: 900 },
  wide: { width: 2560, height: 1300 },
} as const;
const SCHEMES = ["light", "dark"] as const;
const SETTLES_WITHIN_MS = 20_000;
/** A page is laid out anew at another width, and its charts are drawn. */
const DRAWN_WITHIN_MS = 250;

const [folderName = "screenshots", items = "100000", waiting = "5000", end = ""] = process.argv.slice(2);
const folder = resolve(folderName);

/** A state of a workspace, with the paths of its pages. */
interface Workspace {
  readonly state: "empty" | "demo" | "large";
  readonly paths: readonly string[];
}

/** The newest rows that have a page of their own. */
async function deeperPaths({ client }: BrowserShop, id: string): Promise<string[]> {
  const newest = async (table: string) =>
    (
      await client.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
        [id],
      )
    ).rows[0]?.id;
  const [item, run, recommendation] = [
    await newest("catalog_items"),
    await newest("runs"),
    await newest("recommendations"),
  ];
  return [
    ...(item ? [`/catalog/${item}`] : []),
    ...(run ? [`/runs/${run}`] : []),
    ...(recommendation ? [`/recommendations/${recommendation}`] : []),
  ];
}

async function workspaces(bench: BrowserShop): Promise<Workspace[]> {
  const { shop, service } = bench;
  const owner: Person = shop.owner;
  await service.operate("run", "--workspace", shop.id, "--wait");
  const empty = await openShop(service, { owner });
  const demo = await demoShop(service);
  await service.operate(
    "member",
    "add",
    "--workspace",
    demo.workspaceId,
    "--email",
    owner.email,
    "--role",
    "admin",
  );
  const states = { empty: empty.id, demo: demo.workspaceId, large: shop.id } as const;
  const result: Workspace[] = [];
  for (const [state, id] of Object.entries(states)) {
    const below = [
      ...WORKSPACE_PAGES,
      ...FURTHER_VIEWS,
      ...(await deeperPaths(bench, id)),
      ...SETTINGS_PAGES.map((page) => `/settings/${page}`),
    ];
    result.push({ state: state as Workspace["state"], paths: below.map((path) => `/w/${id}${path}`) });
  }
  return result;
}

/** Opens a page and waits until no part of it loads any more. */
async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState("networkidle", { timeout: SETTLES_WITHIN_MS }).catch(() => undefined);
  await page
    .waitForFunction(() => !/^Loading /m.test(document.body.innerText), null, { timeout: SETTLES_WITHIN_MS })
    .catch(() => console.log(`${path} still loads`));
}

/** Takes the pictures of some paths in every form and scheme. */
async function pictures(page: Page, state: string, paths: readonly string[]): Promise<Picture[]> {
  const taken: Picture[] = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const path of paths.filter((each) => each.endsWith(end))) {
      await settle(page, path);
      const name = path.replace(/^\/w\/[^/]+/, "").replace(/_[0-9a-z]{20,}/i, "") || "/";
      for (const [form, size] of Object.entries(FORMS)) {
        await page.setViewportSize(size);
        await page.waitForTimeout(DRAWN_WITHIN_MS);
        const file = `${state}-${form}-${colorScheme}${name.replaceAll(/[/?=]/g, "-")}.png`;
        await page.screenshot({ path: join(folder, file) });
        taken.push({ state, form, colorScheme, name, file });
      }
    }
  }
  return taken;
}

await mkdir(folder, { recursive: true });
await withBrowserShop(
  { items: Number(items), waiting: Number(waiting) },
  async (bench) => {
    const page = await bench.open(bench.shop.owner);
    const taken: Picture[] = [];
    for (const { state, paths } of await workspaces(bench))
      taken.push(...(await pictures(page, state, paths)));
    await page.context().clearCookies();
    taken.push(...(await pictures(page, "outside", OUTSIDE)));
    if (taken.length === 0) throw new Error(`No path ends with ${end}.`);
    await writeSheet(page, folder, taken);
    console.log(JSON.stringify({ pictures: taken.length, folder }));
  },
  { DEMO: "1" },
);
