import type { ReactNode } from "react";
import { cn } from "@/app/_components/class-names";

/** What can be done with the thing above it. On a phone it stands fixed above the navigation, buttons side by side. */
export function ActionBar(props: { children: ReactNode; note?: ReactNode; className?: string }) {
  return (
    <div
      className={cn(
        "flex items-center gap-2 border-t border-line bg-panel px-[22px] py-3",
        "max-md:fixed max-md:inset-x-0 max-md:bottom-(--phone-nav) max-md:z-20 max-md:px-4 max-md:[&>button]:flex-1",
        props.className,
      )}
    >
      {props.children}
      {props.note ? (
        <div className="ml-auto text-right text-xs text-ink-dim max-md:hidden">{props.note}</div>
      ) : null}
    </div>
  );
}
