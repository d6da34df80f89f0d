import { clsx } from "clsx";
import type { ReactNode } from "react";

/**
 * A list beside the details of its selected entry, each scrolling separately. On a phone one of the two fills the
 * screen: the details if `phoneShows` is set to them. A list without any entry has the whole width, if `isEmpty` says
 * so.
 */
export function SplitView(props: {
  header: ReactNode;
  list: ReactNode;
  detail: ReactNode;
  phoneShows: "list" | "detail";
  isEmpty?: boolean;
}) {
  return (
    <div className="grid h-full grid-rows-[auto_minmax(0,1fr)] max-md:block max-md:h-auto">
      {props.header}
      <div
        className={clsx(
          "grid min-h-0 max-md:block",
          props.isEmpty
            ? "grid-cols-1"
            : "grid-cols-[minmax(0,1fr)_clamp(400px,38%,468px)] max-rail:grid-cols-[minmax(0,1fr)_clamp(360px,40%,420px)]",
        )}
      >
        <div
          className={clsx("relative overflow-y-auto p-2", props.phoneShows === "detail" && "max-md:hidden")}
        >
          {props.list}
        </div>
        <div
          className={clsx(
            "min-h-0 flex-col border-l border-line bg-panel max-md:border-0 max-md:bg-transparent",
            props.phoneShows === "list" && "max-md:hidden",
            props.isEmpty ? "hidden" : "flex",
          )}
        >
          {props.detail}
        </div>
      </div>
    </div>
  );
}

/** The details in a `SplitView`: a scrolling body, a card on a phone, and the action bar. */
export function DetailPane(props: { label: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <>
      <section
        aria-label={props.label}
        tabIndex={0}
        className={clsx(
          "relative min-h-0 flex-1 overflow-y-auto px-[22px] py-5 focus-visible:-outline-offset-2",
          "max-md:m-4 max-md:rounded-2xl max-md:border max-md:border-line max-md:bg-panel max-md:px-3.5",
          props.actions ? "max-md:mb-28" : undefined,
        )}
      >
        {props.children}
      </section>
      {props.actions}
    </>
  );
}

/** A titled part of the details: "How the price was found". */
export function DetailSection(props: { title: string; children: ReactNode; className?: string }) {
  return (
    <section className={clsx("mt-5", props.className)}>
      <h3 className="mb-2 text-xs font-[600] text-ink-soft">{props.title}</h3>
      {props.children}
    </section>
  );
}
