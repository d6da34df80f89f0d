import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/**
 * Joins class names; of two Tailwind classes that set the same property, the later one stays. A list without another one after it
 * is returned as it is, and must not set a property twice: to look for properties set twice takes a good part of the time in which a page is first drawn.
 */
export function cn(...values: ClassValue[]): string {
  const lists = values.filter(Boolean);
  return lists.length > 1 ? twMerge(clsx(lists)) : clsx(lists);
}
