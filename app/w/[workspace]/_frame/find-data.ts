import type { Destination } from "@/app/_components/keyboard/command-match";
import { instantText } from "@/app/_components/pricing/age-text";
import { statusStyle } from "@/app/_components/pricing/status-text";
import type { Outputs } from "@/app/_trpc/client";
import { STATE_LABELS } from "../catalog/state-text";

type Found = Outputs["search"]["find"];
type Href = (path: string) => string;

const OBJECT_PAGES = {
  item: { path: "/catalog", group: "Item" },
  recommendation: { path: "/recommendations", group: "Recommendation" },
  run: { path: "/runs", group: "Run" },
} as const;

/** Turns what the service found for a text into destinations of ⌘K, each with its kind and state. */
export function foundDestinations(found: Found, text: string, href: Href, locale: string): Destination[] {
  const { object } = found;
  const byId = object
    ? [
        {
          href: href(`${OBJECT_PAGES[object.kind].path}/${object.id}`),
          label: object.name ?? object.id,
          detail: object.id,
          group: OBJECT_PAGES[object.kind].group,
        },
      ]
    : [];
  const rest =
    found.complete || text === ""
      ? []
      : [
          {
            href: href(`/catalog?${new URLSearchParams({ q: text })}`),
            label: `Search all of the catalog for “${text}”`,
            group: "Catalog",
          },
        ];
  return [...byId, ...itemsOf(found, href), ...runsOf(found, text, href, locale), ...rest];
}

function itemsOf({ items, recommendations }: Found, href: Href): Destination[] {
  return [
    ...items.map(({ id, sku, title, state }) => ({
      href: href(`/catalog/${id}`),
      label: sku,
      detail: title,
      group: state === "active" ? "Item" : `Item, ${STATE_LABELS[state].toLowerCase()}`,
    })),
    ...recommendations.map(({ id, sku, status }) => ({
      href: href(`/recommendations/${id}`),
      label: sku,
      detail: statusStyle("recommendation", status).label,
      group: "Recommendation",
    })),
  ];
}

const RUNS_WITHOUT_TEXT = 3;

function runsOf({ runs }: Found, text: string, href: Href, locale: string): Destination[] {
  const all = runs.map(({ id, status, created_at: at }) => ({
    href: href(`/runs/${id}`),
    label: `Run of ${instantText(Date.parse(at), locale)}`,
    detail: statusStyle("run", status).label,
    group: "Run",
  }));
  const words = text.toLowerCase().split(/\s+/);
  return text === ""
    ? all.slice(0, RUNS_WITHOUT_TEXT)
    : all.filter(({ label, detail }) =>
        words.every((word) => `${label} ${detail}`.toLowerCase().includes(word)),
      );
}
