import Link from "next/link";
import { Banner } from "@/app/_components/ui/banner";
import { useWorkspace } from "@/app/_session/workspace";
import type { Failure } from "@/app/_trpc/failure";

/** Why a run was not started, and the page where that is mended. */
export function NotStarted({ failure }: { failure: Failure }) {
  const { href } = useWorkspace();
  return (
    <Banner tone="bad">
      {failure.message}{" "}
      {failure.changed.some((part) => part === "vat" || part === "currency") ? (
        <Link className="underline underline-offset-4" href={href("/settings/workspace")}>
          Set currency and VAT
        </Link>
      ) : null}
      {failure.code === "run_budget_exceeded" ? (
        <Link className="underline underline-offset-4" href={href("/settings/workspace")}>
          See the plan
        </Link>
      ) : null}
    </Banner>
  );
}
