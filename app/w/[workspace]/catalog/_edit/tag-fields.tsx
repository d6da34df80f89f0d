"use client";

import { CheckboxRow } from "@/app/_components/ui/checkbox";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import type { EditableItem, TypedEdit } from "./edit-plan";

/** How many tags can be removed by one edit. */
const MOST_TAGS = 20;

/** The tags that are added, and those of the items that are removed. */
export function TagFields(props: {
  items: readonly EditableItem[];
  typed: TypedEdit;
  onChange: (typed: TypedEdit) => void;
}) {
  const { items, typed, onChange } = props;
  const counts = new Map<string, number>();
  for (const { tags } of items) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const usual = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_TAGS);
  return (
    <>
      <Field label="Add tags" optional hint="Several are separated by commas.">
        <Input
          autoFocus
          maxLength={1_000}
          value={typed.addTags}
          onChange={({ target }) => onChange({ ...typed, addTags: target.value })}
        />
      </Field>
      {usual.length > 0 ? (
        <fieldset>
          <legend className="text-[13px] leading-5 font-[560]">Remove tags</legend>
          <div className="relative mt-1 grid max-h-48 grid-cols-2 gap-x-3 overflow-y-auto max-md:grid-cols-1">
            {usual.map(([tag, count]) => (
              <CheckboxRow
                key={tag}
                label={tag}
                detail={items.length > 1 ? `on ${count} of ${items.length}` : undefined}
                checked={typed.removeTags.includes(tag)}
                onCheckedChange={(checked) =>
                  onChange({
                    ...typed,
                    removeTags:
                      checked === true
                        ? [...typed.removeTags, tag]
                        : typed.removeTags.filter((each) => each !== tag),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ) : null}
    </>
  );
}
