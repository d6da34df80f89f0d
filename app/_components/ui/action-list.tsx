"use client";

import { MenuContent, MenuItem } from "./menu";

/** One entry of an `ActionMenu`; `tone="danger"` for a destructive action. */
export interface Action {
  readonly label: string;
  readonly onSelect: () => void;
  readonly tone?: "danger";
  readonly disabled?: boolean;
}

/** The opened list of an `ActionMenu`. */
export function ActionList({ actions }: { actions: readonly Action[] }) {
  return (
    <MenuContent align="end">
      {actions.map(({ label, ...rest }) => (
        <MenuItem key={label} {...rest}>
          {label}
        </MenuItem>
      ))}
    </MenuContent>
  );
}
