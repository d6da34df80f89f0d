"use client";

import { Button } from "@/app/_components/ui/button";
import { TriedInstead } from "./aim";
import { AnyAim } from "./any-aim";
import { Sentence, useSetting } from "./setting-fields";
import { VERBS } from "./strategy-verbs";

const MOST = 5;

/** What is tried where the aim has no price, as sentences in the order in which they are tried. */
export function FallbackSentence({ path, scope }: { path: string; scope: boolean }) {
  const { value, set } = useSetting(path);
  const given = Array.isArray(value) ? value : [];
  const without = (index: number) => {
    const left = given.filter((_, other) => other !== index);
    set(left.length > 0 ? left : undefined);
  };
  return (
    <>
      {given.map((_, index) => (
        <Sentence key={index} label={`What is tried without a price, no. ${index + 1}`}>
          <span>{index === 0 ? "if that has no price," : "if that has none either,"}</span>
          <TriedInstead value={true}>
            <AnyAim
              path={`${path}.${index}`}
              inherit={false}
              label={`Tried without a price, no. ${index + 1}`}
            />
          </TriedInstead>
          <Button variant="quiet" size="sm" onClick={() => without(index)}>
            Remove
          </Button>
        </Sentence>
      ))}
      {given.length < MOST ? (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Button
            variant="quiet"
            size="sm"
            className="-ml-2.5 max-md:-ml-3"
            onClick={() => set([...given, given.length === 0 ? VERBS.markup.start : VERBS.hold.start])}
          >
            {given.length === 0 ? "Add what to try if that has no price" : "Add what to try next"}
          </Button>
          {scope && given.length === 0 ? (
            <span className="text-xs text-ink-dim">
              {value === undefined ? "Tried as for everything else." : "Nothing else is tried here."}
            </span>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
