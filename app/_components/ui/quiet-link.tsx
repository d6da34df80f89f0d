import Link from "next/link";
import type { ReactNode } from "react";

/** A link within figures and their notes. */
export function QuietLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="underline decoration-control underline-offset-4 hover:decoration-current max-md:py-1"
    >
      {children}
    </Link>
  );
}
