"use client";

import { useState } from "react";
import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import { SelectionBar } from "@/app/_components/selection/selection-bar";
import { Button } from "@/app/_components/ui/button";
import { Dialog } from "@/app/_components/ui/dialog";
import { FormDialog } from "@/app/_components/ui/form-dialog";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { type AllThatMatch, useListBatch } from "../../_batches/use-list-batch";
import type { CatalogState } from "../use-catalog";
import { typedTags } from "./edit-plan";
import { TagFields } from "./tag-fields";

const BatchPreviewDialog = layerWhenOpened(
  async () => (await import("../../_batches/batch-preview-dialog")).BatchPreviewDialog,
);

const NO_TAGS = { addTags: "", removeTags: [] as readonly string[] };

/** Edits the tags of every item that matches the catalog's filters, after a preview. */
export function MatchingItemsBar({ catalog, all }: { catalog: CatalogState; all: AllThatMatch }) {
  const [asking, setAsking] = useState(false);
  const count = catalog.counts?.total ?? null;
  const batch = useListBatch("items", (id) => {
    all.turnOff();
    catalog.followed.follow(id);
  });
  useHotkeys({ t: { label: "Edit the tags of everything that matches", run: () => setAsking(true) } });
  return (
    <SelectionBar label="Selected items" count={count} onClear={all.turnOff}>
      <Button size="sm" hotkey="t" onClick={() => setAsking(true)}>
        Edit tags of all…
      </Button>
      {asking ? (
        <TagsDialog
          catalog={catalog}
          onLeave={() => setAsking(false)}
          onTags={(edit) => {
            setAsking(false);
            batch.prepare({ action: "edit", chosen: count }, { item_filter: catalog.criteria, edit });
          }}
        />
      ) : null}
      {batch.preview ? (
        <BatchPreviewDialog preview={batch.preview} onConfirm={batch.confirm} onClose={batch.close} />
      ) : null}
    </SelectionBar>
  );
}

/** Asks for the tags that everything that matches gets and loses. */
function TagsDialog(props: {
  catalog: CatalogState;
  onLeave: () => void;
  onTags: (edit: { add_tags: string[]; remove_tags: string[] }) => void;
}) {
  const [typed, setTyped] = useState(NO_TAGS);
  const { counts } = props.catalog;
  const edit = { add_tags: typedTags(typed.addTags), remove_tags: [...typed.removeTags] };
  return (
    <Dialog open onOpenChange={(open) => !open && props.onLeave()}>
      <FormDialog
        title="Edit the tags of everything that matches"
        description="Tags decide which rules of the policy an item follows. A preview follows."
        submitLabel="Preview"
        pending={false}
        disabled={edit.add_tags.length + edit.remove_tags.length === 0}
        onLeave={props.onLeave}
        onSubmit={() => props.onTags(edit)}
      >
        <TagFields
          tags={counts?.facets.tag ?? []}
          of={counts?.total ?? 0}
          typed={typed}
          onChange={setTyped}
        />
      </FormDialog>
    </Dialog>
  );
}
