import { methodText } from "./offer-text";

/** How a price was read on a page, and the part of the page that it was read from, where that was kept. */
export function ReadEvidence(props: { method: string; confidence: string | null; snippet: string | null }) {
  const text = `Read ${methodText(props.method, props.confidence)}`;
  if (!props.snippet) return <p className="text-ink-dim">{text}</p>;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-ink-dim hover:text-ink max-md:py-2">{text}</summary>
      <p className="mt-1 rounded-md bg-chip px-2 py-1 font-mono break-words">{props.snippet}</p>
    </details>
  );
}
