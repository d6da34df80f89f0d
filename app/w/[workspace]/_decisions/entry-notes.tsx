"use client";

import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { useWorkspace } from "@/app/_session/workspace";
import { decidedSentence, lastDecision, outcomeSentence } from "./decision-text";
import type { RecommendationDetail } from "./recommendation-detail";

/** A notice about who decided the open entry and when, or what superseded it. */
export function LeftNote({ entry }: { entry: RecommendationDetail }) {
  const { reader, href } = useWorkspace();
  const decision = lastDecision(entry);
  const waits = entry.status === "pending_approval" || entry.status === "new";
  const next = entry.superseded_by;
  const outcome = outcomeSentence(entry);
  return (
    <Banner
      className="mb-4"
      {...(entry.status === "failed" ? { tone: "bad" } : {})}
      title={waits ? "It left the list." : decidedSentence(entry, reader)}
      action={
        next && entry.status === "superseded" ? (
          <Button asChild size="sm" variant="quiet">
            <Link href={href(`/recommendations/${next}`)}>Open the newer one</Link>
          </Button>
        ) : undefined
      }
    >
      {waits ? "Looking up its present status. " : null}
      {decision ? (
        <>
          <Age at={decision.at} phrase />.{decision.reason ? ` “${decision.reason}” ` : " "}
        </>
      ) : null}
      {outcome ? `${outcome} ` : null}
      Its keys are disabled; open another one to continue.
    </Banner>
  );
}

/** A notice that two people decide, and whether one of them has approved; nothing where one person decides. */
export function TwoPeopleNote({ entry }: { entry: RecommendationDetail }) {
  const { reader } = useWorkspace();
  const { approvals, status } = entry;
  if (approvals === null || approvals.needed < 2 || status !== "pending_approval") return null;
  const [first] = approvals.by;
  if (first === undefined)
    return (
      <Banner className="mb-4" title="Needs two people.">
        It is written when two different people have approved it.
      </Banner>
    );
  const own = first.by === reader;
  return (
    <Banner className="mb-4" title={own ? "You have approved it." : `Approved by ${first.by}.`}>
      <Age at={first.at} phrase />.{" "}
      {own
        ? "Somebody else has to approve it too."
        : "Two people decide about this price: one more approval writes it."}
    </Banner>
  );
}

/** A notice that the figures of the open entry changed. */
export function ChangedNote(props: { title?: string | undefined; onLook: () => void }) {
  return (
    <Banner
      tone="warn"
      className="mb-4"
      title={props.title ?? "The figures changed while you had this open."}
      action={
        <Button size="sm" onClick={props.onLook}>
          Decide on these
        </Button>
      }
    >
      These are the present figures. Check them before you decide, or open another one.
    </Banner>
  );
}
