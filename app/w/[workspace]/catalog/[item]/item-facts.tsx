"use client";

import { type ReactNode, useState } from "react";
import { Count, Price, Unknown } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Badge } from "@/app/_components/ui/badge";
import { Button } from "@/app/_components/ui/button";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { fieldOf, ITEM_FIELD_NAMES, type ItemField } from "@/server/domain/items/declared-fields";
import type { Edited } from "../_edit/edit-plan";

const EditDialog = layerWhenOpened(async () => (await import("../_edit/edit-dialog")).EditDialog);

type Item = Outputs["catalog"]["get"];

const EDITS: readonly { readonly edited: Edited; readonly label: string }[] = [
  { edited: "cost", label: "Edit cost" },
  { edited: "limits", label: "Edit limits" },
  { edited: "tags", label: "Edit tags" },
];

const FACTS = ITEM_FIELD_NAMES.filter((name) => fieldOf(name).isFact);

/** What the catalog knows about an item, and the buttons that edit it. */
export function ItemFacts({ item }: { item: Item }) {
  const store = item.store ? `Linked${item.store.kind ? ` · ${item.store.kind}` : ""}` : "Not linked";
  return (
    <Section title="About the item">
      <dl>
        {FACTS.map((name) => (
          <Fact key={name} label={fieldOf(name).label}>
            <FieldValue value={item[name]} />
          </Fact>
        ))}
        <Fact label="In the store">{store}</Fact>
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 border-t border-line-soft py-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="num min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
}

function FieldValue({ value }: { value: Item[ItemField] }) {
  if (value === null) return <Unknown word="not set" />;
  if (typeof value === "number") return <Count value={value} />;
  if (typeof value !== "object") return value;
  return "amount" in value ? <Price money={value} /> : value.join(", ");
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
