import type { PolicyDifference } from "@/server/domain/pricing/policy-diff";

/** The differences between two policies, setting by setting. */
export function Differences({ differences }: { differences: readonly PolicyDifference[] }) {
  if (differences.length === 0) return <p className="text-ink-soft">They are the same.</p>;
  return (
    <ul>
      {differences.map(({ path, scope, label, before, after }) => (
        <li key={`${scope} ${path} ${label}`} className="border-t border-line-soft py-1.5">
          <span className="block text-xs text-ink-dim">{scope === null ? label : `${scope}: ${label}`}</span>
          <span className="num">
            {before === null ? null : <del className="text-ink-dim">{before}</del>}
            {before !== null && after !== null ? " → " : null}
            {after === null ? null : <ins className="no-underline">{after}</ins>}
          </span>
        </li>
      ))}
    </ul>
  );
}
