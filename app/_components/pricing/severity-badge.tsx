import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { Badge } from "@/app/_components/ui/badge";

/** An alert's severity as one word. An unknown severity is shown unchanged. */
export function SeverityBadge({ severity }: { severity: string }) {
  if (severity === "critical") {
    return (
      <Badge tone="bad">
        <CircleAlert aria-hidden /> Critical
      </Badge>
    );
  }
  if (severity === "warning") {
    return (
      <Badge tone="warn">
        <TriangleAlert aria-hidden /> Warning
      </Badge>
    );
  }
  return (
    <Badge>
      <Info aria-hidden /> {severity === "info" ? "For information" : severity}
    </Badge>
  );
}
