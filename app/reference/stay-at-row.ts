const SETTLING_MS = 5_000;

/**
 * Keeps the row that the address names in view while what stands above it grows, until the reader moves.
 * @param id of the element to stay at; nothing happens where there is none
 * @returns ends it early
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
  const timer = setTimeout(end, SETTLING_MS);
  for (const event of ["wheel", "touchstart", "keydown", "pointerdown"])
    window.addEventListener(event, end, { signal: moved.signal, passive: true });
  return end;
}
