import { clsx } from "clsx";
import { Kbd } from "@/app/_components/ui/kbd";

export type KeyHint = { keys: readonly string[]; label: string };

/** The active keys in one quiet line; hidden on a phone. */
export function KeyHints({ hints, className }: { hints: readonly KeyHint[]; className?: string }) {
  return (
    <span className={clsx("flex items-center gap-3 text-xs text-ink-dim max-lg:hidden", className)}>
      {hints.map((hint) => (
        <span key={hint.label} className="flex items-center gap-1 whitespace-nowrap">
          {hint.keys.map((key) => (
            <Kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
          ))}
          {hint.label}
        </span>
      ))}
    </span>
  );
}
