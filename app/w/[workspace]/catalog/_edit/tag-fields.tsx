"use client";

import { CheckboxRow } from "@/app/_components/ui/checkbox";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import type { EditableItem, TypedEdit } from "./edit-plan";

/** How many tags can be removed by one edit. */
const MOST_TAGS = 20;

/** How many of some items carry a tag. */
export interface TagCount {
  readonly value: string;
  readonly count: number;
}

/** Counts the tags of items. */
export function tagCounts(items: readonly Pick<EditableItem, "tags">[]): TagCount[] {
  const counts = new Map<string, number>();
  for (const { tags } of items) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count }));
}

/**
 * The tags that are added, and those of the items that are removed.
 * @param props.tags those that the items carry
 * @param props.of the number of items
 */
export function TagFields<Typed extends Pick<TypedEdit, "addTags" | "removeTags">>(props: {
  tags: readonly TagCount[];
  of: number;
  typed: Typed;
  onChange: (typed: Typed) => void;
}) {
  const { typed, onChange } = props;
  const usual = [...props.tags].sort((a, b) => b.count - a.count).slice(0, MOST_TAGS);
  return (
    <>
      <Field label="Add tags" optional hint="Separate several with commas.">
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
            {usual.map(({ value: tag, count }) => (
              <CheckboxRow
                key={tag}
                label={tag}
                detail={props.of > 1 ? `on ${count} of ${props.of}` : undefined}
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
