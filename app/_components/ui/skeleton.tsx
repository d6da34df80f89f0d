import { cn } from "@/app/_components/class-names";

/** A grey placeholder of the size of the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn("h-4 animate-pulse-soft rounded bg-chip", className)} />;
}

/** Placeholders of the height of table rows, so that the layout does not move. A screen reader reads "Loading". */
export function SkeletonRows({ rows = 6, label = "Loading" }: { rows?: number; label?: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-[50px] items-center gap-4 border-b border-line-soft px-4">
          <div className="flex-1">
            <Skeleton className={cn("h-3.5", ["w-3/5", "w-2/5", "w-1/2"][index % 3])} />
            <Skeleton className="mt-1.5 h-2.5 w-1/4" />
          </div>
          <Skeleton className="h-3.5 w-20" />
          <Skeleton className="h-3.5 w-10 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
