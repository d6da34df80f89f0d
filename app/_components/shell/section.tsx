import { type ReactNode, useId } from "react";

/** A titled part of a page. */
export function Section(props: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex min-h-6 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id={id} className="text-xs font-[600] text-ink-soft">
          {props.title}
        </h2>
        {props.aside}
      </div>
      {props.children}
    </section>
  );
}
