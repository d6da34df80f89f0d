"use client";

import { Age } from "@/app/_components/pricing/age";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";

/** Shown on every page to visitors of the demo. */
export function DemoBanner() {
  const { demoEndsAt } = useWorkspace();
  if (demoEndsAt === undefined) return null;
  const action = (
    <Button asChild size="sm" variant="primary">
      <a href="/sign-up">Create an account</a>
    </Button>
  );
  return (
    <Banner edge title="This is the demo." action={action}>
      Look at everything; nothing can be changed here. Your visit ends <Age at={demoEndsAt} phrase />.
    </Banner>
  );
}
