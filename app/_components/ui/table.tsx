import type { ComponentProps } from "react";
import { cn } from "@/app/_components/class-names";

/**
 * A dense table with a caption for screen readers; scrolls sideways within itself if it is too wide, also with what only
 * screen readers see in it.
 */
export function Table({
  caption,
  className,
  children,
  ...rest
}: ComponentProps<"table"> & { caption: string }) {
  return (
    <section className="relative w-full overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table className={cn("w-full border-collapse text-left", className)} {...rest}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

export function TableHead({ className, ...rest }: ComponentProps<"thead">) {
  return <thead className={cn("border-b border-line text-xs text-ink-dim", className)} {...rest} />;
}

export function TableBody({ className, ...rest }: ComponentProps<"tbody">) {
  return <tbody className={className} {...rest} />;
}

/** A row of about 50 px. `selected` is shown by background and edge, and announced. */
export function TableRow({ selected, className, ...rest }: ComponentProps<"tr"> & { selected?: boolean }) {
  return (
    <tr
      aria-current={selected || undefined}
      className={cn(
        "group border-b border-line-soft last:border-0 [tbody_&]:h-[50px] [tbody_&]:hover:bg-hover",
        selected && "bg-selected shadow-[inset_2px_0_0_var(--accent)] [tbody_&]:hover:bg-selected",
        className,
      )}
      {...rest}
    />
  );
}

type CellProps = {
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
  /** Hidden on a phone; the row must be understandable without it. */
  wideOnly?: boolean;
};

function cellClass({ numeric, wideOnly }: CellProps): string {
  return cn(
    "px-3 first:pl-4 last:pr-4",
    numeric && "num text-right whitespace-nowrap",
    wideOnly && "max-md:hidden",
  );
}

export function Th({ numeric, wideOnly, className, ...rest }: ComponentProps<"th"> & CellProps) {
  return (
    <th
      scope="col"
      className={cn(cellClass({ numeric, wideOnly }), "h-8 font-normal whitespace-nowrap", className)}
      {...rest}
    />
  );
}

export function Td({ numeric, wideOnly, className, ...rest }: ComponentProps<"td"> & CellProps) {
  return <td className={cn(cellClass({ numeric, wideOnly }), "py-1.5 align-middle", className)} {...rest} />;
}
