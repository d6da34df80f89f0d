import { z } from "zod";
import { EDITABLE_AMOUNTS, type EditableAmount } from "@/server/domain/items/item-edit";
import type { ItemRecord } from "@/server/domain/items/item-patch";
import { wireIn } from "@/server/domain/money";
import type { EditOutcome, EditRow } from "@/server/usecases/items/edit";
import { Tag } from "@/server/usecases/items/tag";
import { MoneyOut, Timestamp, TimestampInput } from "../scalars";
import { Issue } from "./bulk";
import { ClearableMoney } from "./row-input";

const MAX_TAGS_OF_EDIT = 20;

const Amounts = z.object({
  cost: ClearableMoney,
  map_price: ClearableMoney,
  min_price: ClearableMoney,
  max_price: ClearableMoney,
});

const Tags = z.array(Tag).max(MAX_TAGS_OF_EDIT).default([]);

const Seen = Amounts.extend({ cost_updated_at: TimestampInput.nullable().optional() });

/** A row of an edit, as a request names it. */
export const EditRowInput = Amounts.extend({
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

/** What became of each row of an edit. */
export const EditResponse = z.object({
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

/** Converts a row of a request; an amount that it does not name is left out. */
export function editOf({
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

/** Builds the response to an edit, its rows in the order of the request. */
export function presentEdit(outcomes: readonly EditOutcome[]): z.input<typeof EditResponse> {
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
  const money = (name: EditableAmount) => wireIn(item.currency)(item[EDITABLE_AMOUNTS[name]]);
  return {
    cost: money("cost"),
    cost_updated_at: item.costUpdatedAtMs === null ? null : new Date(item.costUpdatedAtMs).toISOString(),
    map_price: money("map_price"),
    min_price: money("min_price"),
    max_price: money("max_price"),
    tags: [...item.tags],
  };
}
