import type { Outputs } from "@/app/_trpc/client";
import type { Weekday } from "@/server/domain/schedules/schedule";
import { daysText, zoneText } from "../schedules/schedule-text";

export type Freeze = Outputs["freezes"]["list"]["data"][number];

export const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

type Times = Pick<Freeze, "once" | "weekly" | "time_zone">;

/** Returns when a freeze is in force, in a sentence: "Every Friday 16:00 to Monday 06:00, Europe/Berlin". */
export function freezeSentence({ once, weekly, time_zone: timeZone }: Times): string {
  const zone = zoneText(timeZone);
  if (once) return `${dayTimeText(once.from)} to ${dayTimeText(once.until)}, ${zone}`;
  if (!weekly) return zone;
  const { days, from, until, until_day: untilDay } = weekly;
  const [only] = days;
  const begin = days.length === 1 && only ? `Every ${DAY_NAMES[only]}` : daysText(days);
  const night = until > from ? "" : "the next day ";
  return `${begin} ${from} to ${untilDay ? `${DAY_NAMES[untilDay]} ` : night}${until}, ${zone}`;
}

/** Formats a local time of the shop, which has no zone of its own: "Fri, 27 Nov 2026, 16:00". */
function dayTimeText(local: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: "UTC",
    hourCycle: "h23",
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  }).format(Date.parse(`${local}:00Z`));
}
