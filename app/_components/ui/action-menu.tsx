"use client";

import { Ellipsis } from "lucide-react";
import type { Action } from "./action-list";
import { buttonClass } from "./button";
import { LateMenu } from "./late-menu";

const loadList = async () => (await import("./action-list")).ActionList;

/**
 * The menu of what can be done with a row; its list comes when the pointer or the focus reaches the button.
 * @param props.of the name of the row, for those who do not see it
 */
export function ActionMenu({ of, actions }: { of: string; actions: readonly Action[] }) {
  return (
    <LateMenu
      list={loadList}
      listProps={{ actions }}
      aria-label={`Actions for ${of}`}
      className={buttonClass({ variant: "quiet", size: "icon" })}
    >
      <Ellipsis aria-hidden />
    </LateMenu>
  );
}
