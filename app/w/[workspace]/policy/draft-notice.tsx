"use client";

import { Age } from "@/app/_components/pricing/age";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";

/** Shows that a stored draft was restored, and that the active policy has changed since it was begun. */
export function DraftNotice(props: {
  /** When the restored draft was last changed, in milliseconds since 1970; null if none was restored. */
  readonly restored: number | null;
  readonly basedOn: number;
  readonly active: number;
  onDiscard(): void;
  onRebase(): void;
}) {
  const { restored, basedOn, active } = props;
  if (basedOn !== active)
    return (
      <Banner
        tone="warn"
        className="mb-4"
        title={`Version ${active} became active since this draft was begun.`}
        action={
          <span className="flex gap-2">
            <Button size="sm" onClick={props.onRebase}>
              Continue from version {active}
            </Button>
            <Button size="sm" variant="quiet" onClick={props.onDiscard}>
              Discard the draft
            </Button>
          </span>
        }
      >
        It was made from version {basedOn}. Activating shows what it would change from version {active}.
      </Banner>
    );
  if (restored === null) return null;
  return (
    <Banner
      className="mb-4"
      title="Your draft is still here."
      action={
        <Button size="sm" variant="quiet" onClick={props.onDiscard}>
          Discard it
        </Button>
      }
    >
      You changed it <Age at={new Date(restored).toISOString()} phrase /> and did not activate it.
    </Banner>
  );
}
