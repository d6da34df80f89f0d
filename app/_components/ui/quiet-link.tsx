import Link from "next/link";
import type { ReactNode } from "react";

/** A link within figures and their notes; a finger hits it also a little above and below. */
export function QuietLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="underline decoration-control underline-offset-4 hover:decoration-current max-md:relative max-md:py-1 max-md:before:absolute max-md:before:inset-x-0 max-md:before:-inset-y-2.5"
    >
      {children}
    </Link>
  );
}
