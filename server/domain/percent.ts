/**
 * Converts a ratio to the percentage people type: "0.125" becomes "12.5". Text that is no decimal is returned
 * unchanged.
 */
export const percentOfRatio = (ratio: string): string => shift(ratio, 2);

/**
 * Converts a percentage to a ratio: "12.5", "+12,5" and "12.5 %" become "0.125". Text that is no decimal
 * is returned nearly as it is.
 */
export const ratioOfPercent = (percent: string): string =>
  shift(
    percent
      .trim()
      .replace(/\s*%$/, "")
      .replace(/^\+(?=\d)/, "")
      .replace(/^−/, "-")
      .replace(",", "."),
    -2,
  );

function shift(text: string, by: number): string {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "", fraction = ""] = match;
  const digits = `00${whole}${fraction}00`;
  const point = 2 + whole.length + by;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, "");
  const right = digits.slice(point).replace(/0+$/, "");
  return `${sign}${left}${right === "" ? "" : `.${right}`}`;
}
