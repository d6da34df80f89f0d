import { Check, Circle, LoaderCircle, Pause, X } from "lucide-react";
import { cn } from "@/app/_components/class-names";
import { Badge } from "@/app/_components/ui/badge";
import { type StatusLook, type StatusOf, statusLook } from "./status-text";

const MARKS: Record<StatusLook["mark"], typeof Check> = {
  dot: Circle,
  ring: Circle,
  spin: LoaderCircle,
  check: Check,
  cross: X,
  pause: Pause,
};

/** A status in words, with a mark that repeats them; the colour alone says nothing. */
export function StatusBadge(props: { of: StatusOf; status: string; className?: string }) {
  const look = statusLook(props.of, props.status);
  const Mark = MARKS[look.mark];
  return (
    <Badge tone={look.tone} className={props.className}>
      <Mark
        aria-hidden
        fill={look.mark === "dot" ? "currentColor" : "none"}
        className={cn(look.mark === "spin" && "animate-spin", look.mark === "dot" && "mx-0.5 size-2!")}
      />
      {look.words}
    </Badge>
  );
}
