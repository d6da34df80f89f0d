import { CopyField } from "./copy-field";

/** Shows a one-time link where no mail carries it. It is shown once and not stored. */
export function OneTimeLink({ label, link }: { label: string; link: string | null }) {
  if (link === null) return null;
  return <CopyField label={label} value={link} note="Shown once: no mail is sent here." className="mt-3" />;
}
