import { QuietLink } from "@/app/_components/ui/quiet-link";
import { useWorkspace } from "@/app/_session/workspace";
import type { skipText } from "../skip-text";

/** What to do about a reason for no new price, with links to where that is done. */
export function Advice({ of: { advice, links = [] } }: { of: ReturnType<typeof skipText> }) {
  const { href } = useWorkspace();
  return (
    <>
      {advice}
      {links.map(({ label, path }) => (
        <span key={path}>
          {" "}
          <QuietLink href={href(path)}>{label}</QuietLink>
        </span>
      ))}
    </>
  );
}
