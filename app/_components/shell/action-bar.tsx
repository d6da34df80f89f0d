import { clsx } from "clsx";
import type { ReactNode } from "react";

/**
 * The actions for the content above it. On a phone it is fixed above the navigation with its buttons side by side,
 * and the note is hidden if the buttons need the room.
 */
export function ActionBar(props: { children: ReactNode; note?: ReactNode; className?: string }) {
  return (
    <div
      data-action-bar
      className={clsx(
        "@container border-t border-line bg-panel",
        "max-md:fixed max-md:inset-x-0 max-md:bottom-(--phone-nav) max-md:z-20",
        props.className,
      )}
    >
      <div className="flex flex-wrap items-center gap-1.5 px-4 py-3 max-md:gap-2 max-md:[&>button]:flex-1">
        {props.children}
        {props.note ? (
          <div className="ml-auto min-w-0 text-right text-xs text-ink-dim @max-[440px]:hidden">
            {props.note}
          </div>
        ) : null}
      </div>
    </div>
  );
}
