"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { Count } from "@/app/_components/pricing/price";
import { Button } from "@/app/_components/ui/button";

/** Position and navigation on a phone: which entry is open, with buttons for the previous and the next. */
export function PhonePosition(props: {
  /** 0 if the open entry is not in the list any more. */
  position: number;
  /** The number of entries. */
  count: number;
  why: string;
  onMove: (step: number) => void;
  onList: () => void;
}) {
  return (
    <div className="flex items-center gap-1 px-4 pt-2 text-xs text-ink-dim md:hidden">
      <span className="num mr-auto">
        {props.position > 0 ? (
          <>
            <Count value={props.position} /> of <Count value={props.count} />
          </>
        ) : (
          "No longer in the list"
        )}{" "}
        · {props.why}
      </span>
      <Button size="sm" variant="quiet" onClick={props.onList}>
        List
      </Button>
      <Button
        size="icon"
        variant="quiet"
        aria-label="Previous"
        disabled={props.position === 1 || props.count === 0}
        onClick={() => props.onMove(-1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button
        size="icon"
        variant="quiet"
        aria-label="Next"
        disabled={props.position >= props.count}
        onClick={() => props.onMove(1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}
