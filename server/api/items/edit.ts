import { z } from "zod";
import { EDITABLE_AMOUNTS, type EditableAmount, MAX_EDITED_ITEMS } from "@/server/domain/items/item-edit";
import type { ItemRecord } from "@/server/domain/items/item-patch";
import { toWire } from "@/server/domain/money";
import { type EditOutcome, type EditRow, editItems } from "@/server/usecases/items/edit";
import { mutation } from "../pipeline";
import { MoneyOut, Timestamp, TimestampInput } from "../scalars";
import { Issue } from "./bulk";
import { ClearableMoney, Tag } from "./row-input";
import { exampleItem } from "./schemas";

const MAX_TAGS_OF_EDIT = 20;

const Amounts = z.object({
  cost: ClearableMoney,
  map_price: ClearableMoney,
  min_price: ClearableMoney,
  max_price: ClearableMoney,
});

const Tags = z.array(Tag).max(MAX_TAGS_OF_EDIT).default([]);

const Seen = Amounts.extend({ cost_updated_at: TimestampInput.nullable().optional() });

const EditRowInput = Amounts.extend({
  item_id: z.string().min(1).max(100),
  cost_updated_at: TimestampInput.nullable().optional().meta({
    description:
      "When `cost` was confirmed, from 2000 on and not ahead; now where it is left out, null where that is not known.",
  }),
  add_tags: Tags,
  remove_tags: Tags,
  seen: Seen.prefault({}).meta({
    description:
      "The amounts, and the time of the cost, as they were seen: the row is refused where one of them is another by now.",
  }),
});

const Edited = z.object({
  cost: MoneyOut.nullable(),
  cost_updated_at: Timestamp.nullable(),
  map_price: MoneyOut.nullable(),
  min_price: MoneyOut.nullable(),
  max_price: MoneyOut.nullable(),
  tags: z.array(z.string()),
});

const EditResponse = z.object({
  ok: z.literal(true),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  rows: z.array(
    z.object({
      item_id: z.string(),
      outcome: z.enum(["updated", "unchanged", "refused"]),
      issues: z.array(Issue).optional(),
      before: Edited.optional().meta({ description: "Only of an item that was written." }),
      after: Edited.optional(),
      now: Edited.optional().meta({
        description: "Only of an item that is another than it was seen: as it is stored.",
      }),
    }),
  ),
});

const { cost, cost_updated_at, map_price, min_price, max_price, tags } = exampleItem;
const exampleBefore = { cost, cost_updated_at, map_price, min_price, max_price, tags: [...tags] };

export const edit = mutation(
  {
    method: "POST",
    path: "/catalog/items/edit",
    scope: "catalog:write",
    tag: "Catalog",
    summary: "Edit cost, limits and tags of up to 500 items",
    description:
      "An amount that is left out keeps its value, null clears it. A row is refused alone, with its reason; the others are written. Each row that was written is answered with what it was before, so that the edit can be taken back.",
    errors: ["plan_limit"],
    repeats: "replay",
    input: z.object({
      items: z
        .array(EditRowInput)
        .min(1)
        .max(MAX_EDITED_ITEMS)
        .refine(
          (rows) => new Set(rows.map(({ item_id }) => item_id)).size === rows.length,
          "Name each item once.",
        ),
    }),
    output: EditResponse,
    example: {
      request: {
        items: [
          {
            item_id: exampleItem.id,
            cost: { amount: "61.20", currency: "EUR" },
            seen: { cost },
            add_tags: ["sale"],
          },
        ],
      },
      response: {
        ok: true,
        updated: 1,
        unchanged: 0,
        refused: 0,
        rows: [
          {
            item_id: exampleItem.id,
            outcome: "updated",
            before: exampleBefore,
            after: {
              ...exampleBefore,
              cost: { amount: "61.20", currency: "EUR" },
              cost_updated_at: "2026-11-21T09:00:00.000Z",
              tags: [...tags, "sale"],
            },
          },
        ],
      },
    },
    links: { "catalog.get": { parameter: "item_id", from: "/rows/0/item_id" } },
    mcp: { destructive: true, idempotent: true },
  },
  ({ context, input }) => editItems(context, input.items.map(editOf)),
  presentEdit,
);

function editOf({
  item_id,
  cost_updated_at: costAt,
  add_tags,
  remove_tags,
  seen: { cost_updated_at: seenCostAt, ...seen },
  ...amounts
}: z.output<typeof EditRowInput>): EditRow {
  return {
    itemId: item_id,
    amounts: named(amounts),
    costUpdatedAtMs: timeOf(costAt),
    seenCostUpdatedAtMs: timeOf(seenCostAt),
    addTags: add_tags,
    removeTags: remove_tags,
    seen: named(seen),
  };
}

const timeOf = (at: string | null | undefined) => (typeof at === "string" ? Date.parse(at) : at);

/** Leaves out the amounts that a request does not name. */
const named = (amounts: z.output<typeof Amounts>): EditRow["amounts"] =>
  Object.fromEntries(Object.entries(amounts).filter(([, money]) => money !== undefined));

function presentEdit(outcomes: readonly EditOutcome[]): z.input<typeof EditResponse> {
  const count = (asked: EditOutcome["outcome"]) => outcomes.filter(({ outcome }) => outcome === asked).length;
  return {
    ok: true,
    updated: count("updated"),
    unchanged: count("unchanged"),
    refused: count("refused"),
    rows: outcomes.map((row) => ({
      item_id: row.itemId,
      outcome: row.outcome,
      ...(row.outcome === "refused" ? { issues: [...row.issues] } : {}),
      ...(row.outcome === "refused" && row.now ? { now: presentEdited(row.now) } : {}),
      ...(row.outcome === "updated"
        ? { before: presentEdited(row.before), after: presentEdited(row.after) }
        : {}),
    })),
  };
}

function presentEdited(item: ItemRecord): z.input<typeof Edited> {
  const money = (name: EditableAmount) => {
    const minor = item[EDITABLE_AMOUNTS[name]];
    return minor === null ? null : toWire({ minor, currency: item.currency });
  };
  return {
    cost: money("cost"),
    cost_updated_at: item.costUpdatedAtMs === null ? null : new Date(item.costUpdatedAtMs).toISOString(),
    map_price: money("map_price"),
    min_price: money("min_price"),
    max_price: money("max_price"),
    tags: [...item.tags],
  };
}
