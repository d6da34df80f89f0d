import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { Badge } from "@/app/_components/ui/badge";

/** How bad an alert is, in a word. An unknown severity is shown as it came. */
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
