import type { Metadata } from "next";
import { Wordmark } from "@/app/_components/shell/mark";
import { Button } from "@/app/_components/ui/button";

export const metadata: Metadata = { title: "Not found" };

/** The page for an unknown address and for one the reader may not see; the two look alike. */
export default function NotFound() {
  return (
    <main className="flex min-h-dvh flex-col px-10 py-8 max-md:px-5">
      <Wordmark />
      <div className="m-auto max-w-sm text-center">
        <h1 className="text-2xl leading-8 font-[640] tracking-[-0.02em]">There is no such page</h1>
        <p className="mt-2 text-pretty text-ink-soft">
          The address may be mistyped, or it belongs to a workspace that you are not a member of.
        </p>
        <Button asChild variant="primary" size="lg" className="mt-6">
          <a href="/">Go to your workspace</a>
        </Button>
      </div>
    </main>
  );
}
