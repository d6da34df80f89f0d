"use client";

import { Button } from "@/app/_components/ui/button";
import { Aim } from "./aim";
import { useSetting } from "./setting-fields";
import { VERBS } from "./strategy-verbs";

const LEAST = 2;
const MOST = 5;

/** What prices aim for, or the lowest or highest of several aims, which stand below it. */
export function AnyAim(props: { path: string; inherit: boolean; label?: string }) {
  return (
    <Aim {...props}>
      <Several path={`${props.path}.of`} />
    </Aim>
  );
}

function Several({ path }: { path: string }) {
  const { value, set } = useSetting(path);
  const given = Array.isArray(value) ? value : [];
  return (
    <>
      {given.map((_, index) => (
        <div
          key={index}
          role="group"
          aria-label={`No. ${index + 1} of several`}
          className="ml-4 flex basis-full flex-wrap items-center gap-x-1.5 gap-y-2 border-l border-line-soft pl-3"
        >
          <Aim path={`${path}.${index}`} inherit={false} label={`No. ${index + 1} of several`} />
          {given.length > LEAST ? (
            <Button
              variant="quiet"
              size="sm"
              onClick={() => set(given.filter((__, other) => other !== index))}
            >
              Take it out
            </Button>
          ) : null}
        </div>
      ))}
      {given.length < MOST ? (
        <Button
          variant="quiet"
          size="sm"
          className="ml-4"
          onClick={() => set([...given, VERBS.markup.start])}
        >
          Add another to pick from
        </Button>
      ) : null}
    </>
  );
}
