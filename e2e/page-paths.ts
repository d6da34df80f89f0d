import { readdirSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

const APP = join(import.meta.dirname, "..", "app");

/** Returns the paths of all pages, as their files name them: `/w/[workspace]/catalog/[item]`. */
export const pagePatterns = (): string[] =>
  readdirSync(APP, { recursive: true, encoding: "utf8" })
    .filter((file) => basename(file) === "page.tsx")
    .map((file) => {
      const folders = dirname(file).split(sep);
      return `/${folders.filter((name) => name !== "." && !/^\(.*\)$/.test(name)).join("/")}`;
    });

const OF_A_WORKSPACE = "/w/[workspace]";

/** Returns the pages below a path, without those about one thing. */
const below = (path: string): string[] =>
  pagePatterns()
    .filter((pattern) => pattern.startsWith(path))
    .map((pattern) => pattern.slice(path.length))
    .filter((rest) => !rest.includes("["))
    .sort();

/** The pages of a workspace below its own address. */
export const WORKSPACE_PAGES = below(OF_A_WORKSPACE).filter((rest) => !rest.startsWith("/settings"));

/** The pages of its settings, below `/settings`. */
export const SETTINGS_PAGES = below(`${OF_A_WORKSPACE}/settings/`);

/** Views of pages that have an address of their own and look different, below a workspace's. */
export const FURTHER_VIEWS = ["/policy?edit=true"];
