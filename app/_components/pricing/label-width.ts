/** About how wide a character of a chart's labels is, in pixels. */
const CHARACTER = 6.4;

/** Returns about how wide the longest of these labels is drawn, in pixels; 0 for none. */
export const labelWidth = (labels: readonly string[]): number =>
  Math.max(0, ...labels.map(({ length }) => length)) * CHARACTER;
