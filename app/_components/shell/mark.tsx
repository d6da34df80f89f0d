import { clsx } from "clsx";

/** The product's logo: a price line that steps up. */
function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={clsx("size-6 shrink-0", className)}>
      <rect width="24" height="24" rx="7" className="fill-accent" />
      <path
        d="M5.5 16H10.5V9H14"
        fill="none"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-accent"
      />
      <circle cx="17" cy="9" r="2.2" className="fill-on-accent" />
    </svg>
  );
}

/** The logo with the product's name beside it. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-2.5 text-[15px] font-[640] tracking-[-0.01em]",
        className,
      )}
    >
      <Mark />
      Pricecheck
    </span>
  );
}
