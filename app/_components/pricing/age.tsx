"use client";

import { clsx } from "clsx";
import { type AgeText, ageText, dayText, instantText } from "./age-text";
import { useNow, useNowOrDocumentTime } from "./clock";
import type { WireTime } from "./contract-types";
import { useLocale } from "./locale";
import { Unknown } from "./price";

/**
 * The age of something ("4 min", "2 d"), updated continuously, with the exact time as a tooltip.
 * `phrase` makes it a part of a sentence: "4 minutes ago", "in 2 hours"; "short" abbreviates it: "4 min ago".
 */
export function Age(props: { at: WireTime | null; phrase?: boolean | "short"; className?: string }) {
  const nowMs = useNow();
  const sinceMs = useNowOrDocumentTime();
  const locale = useLocale();
  const atMs = props.at === null ? Number.NaN : Date.parse(props.at);
  if (props.at === null || Number.isNaN(atMs)) return <Unknown className={props.className} />;
  const age = sinceMs === null ? null : ageText(atMs, sinceMs, locale);
  return (
    <time
      dateTime={props.at}
      title={nowMs === null ? undefined : instantText(atMs, locale)}
      className={clsx("num whitespace-nowrap", props.className)}
    >
      {age === null ? (
        dayText(atMs, nowMs, locale)
      ) : props.phrase === "short" ? (
        shortPhrase(age)
      ) : props.phrase ? (
        age.spoken
      ) : (
        <>
          <span aria-hidden>{age.future ? `in ${age.short}` : age.short}</span>
          <span className="sr-only">{age.spoken}</span>
        </>
      )}
    </time>
  );
}

/**
 * The day of something ("14 Nov"), with the exact time as a tooltip.
 * @param props.timeZone whose day; left out, the reader's
 * @param props.last whether the time is the end of a span, just before which its last day is
 */
export function Day({ at, timeZone, last }: { at: WireTime; timeZone?: string; last?: boolean }) {
  const nowMs = useNow();
  const locale = useLocale();
  const atMs = Date.parse(at);
  return (
    <time
      dateTime={at}
      title={nowMs === null ? undefined : instantText(atMs, locale)}
      className="num whitespace-nowrap"
    >
      {dayText(last ? atMs - 1 : atMs, nowMs, locale, timeZone)}
    </time>
  );
}

function shortPhrase({ short, spoken, future }: AgeText): string {
  if (short === "now") return spoken;
  return future ? `in ${short}` : `${short} ago`;
}
