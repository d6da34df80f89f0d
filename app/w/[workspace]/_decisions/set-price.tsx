"use client";

import { PencilLine } from "lucide-react";
import { Button } from "@/app/_components/ui/button";
import { DialogButton } from "@/app/_components/ui/form-dialog";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { useWorkspace } from "@/app/_session/workspace";
import type { RecommendationDetail } from "./recommendation-detail";

const PriceForm = layerWhenOpened(async () => (await import("./price-form")).PriceForm);

const OPEN: ReadonlySet<RecommendationDetail["status"]> = new Set(["new", "pending_approval", "snoozed"]);

/**
 * A button for another price than the recommended one; nothing for people who may not approve, and once the
 * recommendation is decided.
 * @param props.onSet called before the page shows the new price
 */
export function SetPrice({ rec, onSet }: { rec: RecommendationDetail; onSet?: (() => void) | undefined }) {
  const { may } = useWorkspace();
  if (rec.recommended_price === null || !OPEN.has(rec.status) || !may("recommendations:approve")) return null;
  return (
    <DialogButton
      trigger={
        <Button size="sm">
          <PencilLine aria-hidden /> Another price
        </Button>
      }
    >
      {(close) => <PriceForm rec={rec} onSet={onSet} onClose={close} />}
    </DialogButton>
  );
}
