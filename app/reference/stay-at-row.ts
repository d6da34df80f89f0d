const SCROLL_CORRECTION_MS = 5_000;

/**
 * Keeps an element in view while the content above it grows, until the reader scrolls, taps or types, five seconds at
 * most.
 * @param id the element's id, from the address's hash; does nothing if there is no such element
 * @returns a function that stops it early
 */
export function stayAtRow(id: string): () => void {
  const row = id === "" ? null : document.getElementById(id);
  if (!row) return () => undefined;
  const moved = new AbortController();
  const watching = new ResizeObserver(() => row.scrollIntoView());
  watching.observe(document.body);
  const end = (): void => {
    moved.abort();
    watching.disconnect();
    clearTimeout(timer);
  };
  const timer = setTimeout(end, SCROLL_CORRECTION_MS);
  for (const event of ["wheel", "touchstart", "keydown", "pointerdown"])
    window.addEventListener(event, end, { signal: moved.signal, passive: true });
  return end;
}
