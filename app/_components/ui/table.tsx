import { clsx } from "clsx";
import type { ComponentProps } from "react";

/**
 * A dense table with a caption for screen readers; scrolls sideways within itself if it is too wide, also with what
 * only screen readers see in it.
 */
export function Table({
  caption,
  className,
  children,
  ...rest
}: ComponentProps<"table"> & { caption: string }) {
  return (
    <section className="relative w-full overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table className={clsx("w-full border-collapse text-left", className)} {...rest}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

export function TableHead({ className, ...rest }: ComponentProps<"thead">) {
  return <thead className={clsx("border-b border-line text-xs text-ink-dim", className)} {...rest} />;
}

export function TableBody({ className, ...rest }: ComponentProps<"tbody">) {
  return <tbody className={className} {...rest} />;
}

/**
 * A row of about 50 px, or 40 if `dense`. `selected` is shown by background and edge, and announced. On a phone the
 * first cell of a `stacked` row has a line of its own; the table's head is then hidden there.
 */
export function TableRow({
  selected,
  dense,
  stacked,
  className,
  ...rest
}: ComponentProps<"tr"> & { selected?: boolean; dense?: boolean; stacked?: boolean }) {
  return (
    <tr
      aria-current={selected || undefined}
      className={clsx(
        "group border-b border-line-soft last:border-0",
        dense ? "[tbody_&]:h-10" : "[tbody_&]:h-[50px]",
        stacked &&
          "max-md:flex max-md:h-auto! max-md:flex-wrap max-md:items-center max-md:justify-between max-md:py-1 max-md:[&>td]:pl-4 max-md:[&>td:first-child]:max-w-full max-md:[&>td:first-child]:basis-full",
        selected ? "bg-selected shadow-[inset_2px_0_0_var(--accent)]" : "[tbody_&]:hover:bg-hover",
        className,
      )}
      {...rest}
    />
  );
}

type CellProps = {
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
  /** Hidden on a phone and in half a window; the row must be understandable without it. */
  wideOnly?: boolean;
};

function cellClass({ numeric, wideOnly }: CellProps): string {
  return clsx(
    "px-3 first:pl-4 last:pr-4",
    numeric && "num text-right whitespace-nowrap",
    wideOnly && "max-lg:hidden",
  );
}

export function Th({ numeric, wideOnly, className, ...rest }: ComponentProps<"th"> & CellProps) {
  return (
    <th
      scope="col"
      className={clsx(cellClass({ numeric, wideOnly }), "h-8 font-normal whitespace-nowrap", className)}
      {...rest}
    />
  );
}

export function Td({ numeric, wideOnly, className, ...rest }: ComponentProps<"td"> & CellProps) {
  return (
    <td className={clsx(cellClass({ numeric, wideOnly }), "py-1.5 align-middle", className)} {...rest} />
  );
}
