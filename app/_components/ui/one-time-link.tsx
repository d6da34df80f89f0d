import { CopyField } from "./copy-field";

/** A one-time link where no mail carries it: shown this once, and kept nowhere. */
export function OneTimeLink({ label, link }: { label: string; link: string | null }) {
  if (link === null) return null;
  return <CopyField label={label} value={link} note="Shown once: no mail is sent here." className="mt-3" />;
}
