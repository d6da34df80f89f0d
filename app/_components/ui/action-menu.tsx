"use client";

import { Ellipsis, LoaderCircle } from "lucide-react";
import type { Action } from "./action-list";
import { buttonClass } from "./button";
import { LateMenu } from "./late-menu";

const loadList = async () => (await import("./action-list")).ActionList;

/**
 * The menu of what can be done with a row; its list comes when the pointer or the focus reaches the button.
 * @param props.of the name of the row, for those who do not see it
 * @param props.busy whether one of the actions is under way: no other begins meanwhile
 */
export function ActionMenu(props: { of: string; actions: readonly Action[]; busy?: boolean }) {
  const { of, actions, busy = false } = props;
  return (
    <LateMenu
      list={loadList}
      listProps={{ actions }}
      aria-label={`Actions for ${of}`}
      className={buttonClass({ variant: "quiet", size: "icon" })}
      {...(busy ? { disabled: true, "aria-busy": true } : {})}
    >
      {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : <Ellipsis aria-hidden />}
    </LateMenu>
  );
}
