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

/** The pages of a workspace below its own address. */
export const WORKSPACE_PAGES = [
  "",
  "/approvals",
  "/recommendations",
  "/alerts",
  "/catalog",
  "/catalog/import",
  "/runs",
  "/policy",
  "/reports",
] as const;

/** The pages of its settings, below `/settings`. */
export const SETTINGS_PAGES = [
  "workspace",
  "integrations",
  "lanes",
  "schedules",
  "freezes",
  "webhooks",
  "keys",
  "grants",
  "members",
  "notifications",
  "mails",
  "plan",
  "support",
  "audit",
  "deletion",
] as const;
