"use client";

import { Banner } from "@/app/_components/ui/banner";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import type { ConsentWorkspace } from "@/server/oauth/schemas";
import { blockerText } from "./consent-text";

/**
 * Chooses the one workspace the application gets access to. Workspaces that cannot be chosen are listed with the
 * reason.
 */
export function WorkspaceChoice(props: {
  of: readonly ConsentWorkspace[];
  chosen: ConsentWorkspace | null;
  onChange: (workspace: ConsentWorkspace | null) => void;
}) {
  const offered = props.of.filter(({ blocker }) => blocker === null);
  const others = props.of.filter(({ blocker }) => blocker !== null);
  return (
    <div className="flex flex-col gap-2">
      {offered.length === 0 ? (
        <Banner tone="warn" title="None of your workspaces can be chosen." />
      ) : (
        <Field label="Workspace">
          <Select
            value={props.chosen?.id}
            onValueChange={(id) => props.onChange(offered.find((each) => each.id === id) ?? null)}
            options={offered.map(({ id, name, role }) => ({
              value: id,
              label: name,
              detail: `You are ${role}`,
            }))}
          />
        </Field>
      )}
      {others.length > 0 ? (
        <ul className="text-xs leading-5 text-ink-soft">
          {others.map((place) => (
            <li key={place.id}>
              {place.name} {blockerText(place)}.
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
