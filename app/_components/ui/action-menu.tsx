"use client";

import { Ellipsis, LoaderCircle } from "lucide-react";
import { buttonClass } from "./button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "./menu";

/** One entry of an `ActionMenu`; `tone="danger"` for a destructive action. */
export interface Action {
  readonly label: string;
  readonly onSelect: () => void;
  readonly tone?: "danger";
  readonly disabled?: boolean;
}

/**
 * The menu of what can be done with a row.
 * @param props.of the name of the row, for those who do not see it
 * @param props.busy whether one of the actions is under way: no other begins meanwhile
 */
export function ActionMenu(props: { of: string; actions: readonly Action[]; busy?: boolean }) {
  const { of, actions, busy = false } = props;
  return (
    <Menu>
      <MenuTrigger
        aria-label={`Actions for ${of}`}
        className={buttonClass({ variant: "quiet", size: "icon" })}
        {...(busy ? { disabled: true, "aria-busy": true } : {})}
      >
        {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : <Ellipsis aria-hidden />}
      </MenuTrigger>
      <MenuContent align="end">
        {actions.map(({ label, ...rest }) => (
          <MenuItem key={label} {...rest}>
            {label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
