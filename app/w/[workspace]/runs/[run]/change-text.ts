import { formatPercent } from "@/app/_components/pricing/format";

/** A size of price changes: shares of the price from (exclusive) and to (inclusive), null without an upper bound. */
interface ChangeSize {
  readonly direction: "cut" | "rise";
  readonly from: string;
  readonly to: string | null;
}

const percent = (ratio: string, locale: string): string => formatPercent(ratio, locale, { digits: 0 });

/** Says a size of changes: "Cuts by 5 % to 10 %". */
export function sizeText({ direction, from, to }: ChangeSize, locale: string): string {
  const what = direction === "cut" ? "Cuts" : "Rises";
  if (to === null) return `${what} by more than ${percent(from, locale)}`;
  if (Number(from) === 0) return `${what} by up to ${percent(to, locale)}`;
  return `${what} by ${percent(from, locale)} to ${percent(to, locale)}`;
}

/** Returns the labels between the bars of sizes that run from the largest cut to the largest rise, in percent. */
export function edgeLabels(sizes: readonly ChangeSize[], locale: string): string[] {
  const figure = (ratio: string, sign: string) => `${sign}${percent(ratio, locale).replace(/\s*%$/, "")}`;
  const inner = sizes.slice(1).map((size, index) => {
    if (size.direction === "cut") return figure(size.to ?? "", "−");
    const before = sizes[index];
    return before?.direction === "cut" ? percent("0", locale) : figure(size.from, "+");
  });
  return ["", ...inner, " "];
}
