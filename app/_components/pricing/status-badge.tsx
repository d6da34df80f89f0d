import { clsx } from "clsx";
import { Check, Circle, LoaderCircle, Pause, X } from "lucide-react";
import { Badge } from "@/app/_components/ui/badge";
import { type StatusOf, type StatusStyle, statusStyle } from "./status-text";

const MARKS: Record<StatusStyle["mark"], typeof Check> = {
  dot: Circle,
  ring: Circle,
  spin: LoaderCircle,
  check: Check,
  cross: X,
  pause: Pause,
};

/** A status in words, with an icon of the same meaning; the colour alone carries no information. */
export function StatusBadge(props: { of: StatusOf; status: string; className?: string }) {
  const style = statusStyle(props.of, props.status);
  const Mark = MARKS[style.mark];
  return (
    <Badge tone={style.tone} className={props.className}>
      <Mark
        aria-hidden
        fill={style.mark === "dot" ? "currentColor" : "none"}
        className={clsx(style.mark === "spin" && "animate-spin", style.mark === "dot" && "mx-0.5 size-2!")}
      />
      {style.label}
    </Badge>
  );
}
