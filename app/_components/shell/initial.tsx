/** The square with a workspace's first letter. */
export function Initial({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="flex size-[22px] shrink-0 items-center justify-center rounded-md bg-accent text-xs font-bold text-on-accent"
    >
      {(Array.from(name.trim())[0] ?? "?").toUpperCase()}
    </span>
  );
}
