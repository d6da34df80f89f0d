import { type ClassValue, clsx } from "clsx";
import { createTailwindMerge } from "tailwind-merge";
import { classGroups, conflictingClassGroups } from "./class-groups";

// The library's own table of every utility is four times as large as all the rest of it.
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups,
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ["*", "**", "before", "after", "marker", "placeholder"],
}));

/**
 * Joins class names; of two Tailwind classes that set the same property, the later one stays. A list without another one after it
 * is returned as it is, and must not set a property twice: to look for properties set twice takes a good part of the time in which a page is first drawn.
 */
export function cn(...values: ClassValue[]): string {
  const lists = values.filter(Boolean);
  return lists.length > 1 ? merge(clsx(lists)) : clsx(lists);
}
