"use client";

import { useState } from "react";
import { Price, Unknown } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import type { Edited } from "../_edit/edit-plan";
import { AMOUNT_LABELS } from "../amount-labels";

const EditDialog = layerWhenOpened(async () => (await import("../_edit/edit-dialog")).EditDialog);

type Item = Outputs["catalog"]["get"];

const EDITS: readonly { readonly edited: Edited; readonly label: string }[] = [
  { edited: "cost", label: "Edit cost" },
  { edited: "limits", label: "Edit limits" },
  { edited: "tags", label: "Edit tags" },
];

/** What the catalog knows about an item, and the buttons that edit it. */
export function ItemFacts({ item }: { item: Item }) {
  const rows = [
    ["Brand", item.brand],
    ["Category", item.category],
    ["In stock", item.stock],
    [AMOUNT_LABELS.min_price, item.min_price && <Price money={item.min_price} />],
    [AMOUNT_LABELS.max_price, item.max_price && <Price money={item.max_price} />],
    [AMOUNT_LABELS.map_price, item.map_price && <Price money={item.map_price} />],
    ["Suggested retail price", item.msrp && <Price money={item.msrp} />],
    ["Pack size", item.pack_size],
    ["Struck-through price", item.compare_at_price && <Price money={item.compare_at_price} />],
    ["In the store", item.store ? `Linked${item.store.kind ? ` · ${item.store.kind}` : ""}` : "Not linked"],
  ] as const;
  return (
    <Section title="About the item">
      <dl>
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 border-t border-line-soft py-1.5">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="num min-w-0 truncate text-right">{value ?? <Unknown word="not set" />}</dd>
          </div>
        ))}
      </dl>
      {item.tags.length > 0 ? (
        <p className="mt-2 flex flex-wrap gap-1.5">
          {item.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </p>
      ) : null}
      <EditButtons item={item} />
    </Section>
  );
}

function EditButtons({ item }: { item: Item }) {
  const { may } = useWorkspace();
  const [edited, setEdited] = useState<Edited | null>(null);
  if (!may("catalog:write")) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {EDITS.map((edit) => (
        <Button key={edit.edited} size="sm" onClick={() => setEdited(edit.edited)}>
          {edit.label}
        </Button>
      ))}
      {edited ? <EditDialog edited={edited} items={[item]} onClose={() => setEdited(null)} /> : null}
    </div>
  );
}
