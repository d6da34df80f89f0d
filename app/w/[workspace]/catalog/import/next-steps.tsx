"use client";

import { Play } from "lucide-react";
import Link from "next/link";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { failureOf } from "@/app/_trpc/failure";
import { NotStarted } from "../../runs/not-started";
import { useTriggerRun } from "../../runs/use-trigger-run";
import type { ImportKind } from "./formats";

/** What follows an import on the way to a price: competitors' prices after a catalog, a run after those. */
export function NextSteps({ kind }: { kind: ImportKind }) {
  const { href, may } = useWorkspace();
  return (
    <div className="flex flex-wrap items-start gap-2">
      {kind === "items" ? (
        <Button asChild variant="primary">
          <Link href={href("/catalog/import?kind=observations")}>Import competitors’ prices</Link>
        </Button>
      ) : null}
      {kind === "observations" && may("runs:trigger") ? <StartRun /> : null}
      <Button asChild>
        <Link href={href("/catalog")}>See the catalog</Link>
      </Button>
    </div>
  );
}

/** Starts a run over the whole catalog by one press, and opens it. */
function StartRun() {
  const trigger = useTriggerRun();
  return (
    <>
      <Button
        variant="primary"
        loading={trigger.isPending || trigger.isSuccess}
        onClick={() => trigger.mutate({})}
      >
        <Play aria-hidden /> Start a run
      </Button>
      {trigger.error ? (
        <div className="order-last w-full">
          <NotStarted failure={failureOf(trigger.error)} />
        </div>
      ) : null}
    </>
  );
}
