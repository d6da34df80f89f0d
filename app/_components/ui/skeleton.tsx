import { clsx } from "clsx";

/** A grey placeholder of what is loading; `className` is its size and its corners. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx("animate-pulse-soft bg-chip", className)} />;
}

/** Placeholders of the height of table rows, so that the layout does not move. A screen reader reads "Loading". */
export function SkeletonRows({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-[50px] items-center gap-4 border-b border-line-soft px-4">
          <div className="flex-1">
            <Skeleton className={clsx("h-3.5 rounded", ["w-3/5", "w-2/5", "w-1/2"][index % 3])} />
            <Skeleton className="mt-1.5 h-2.5 w-1/4 rounded" />
          </div>
          <Skeleton className="h-3.5 w-20 rounded" />
          <Skeleton className="h-3.5 w-10 rounded max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
