"use client";

import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { useHydrated } from "@/app/_components/use-hydrated";
import { signIn } from "@/app/_session/sign-in-client";

/** Opens the identity provider's page, which leads back to `next`, a path of this site. */
function ProviderButton({ name, next }: { name: string; next: string }) {
  const hydrated = useHydrated();
  const [leaving, setLeaving] = useState(false);
  return (
    <Button
      size="lg"
      wide
      disabled={!hydrated}
      loading={leaving}
      onClick={() => {
        setLeaving(true);
        void signIn("issuer", { callbackUrl: next }).finally(() => setLeaving(false));
      }}
    >
      Continue with {name}
    </Button>
  );
}

/** Offers the identity provider below a form; renders nothing if the installation has none. */
export function OrProvider({ name, next }: { name: string | null; next: string }) {
  if (name === null) return null;
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div className="flex items-center gap-3 text-xs text-ink-dim">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <ProviderButton name={name} next={next} />
    </div>
  );
}
