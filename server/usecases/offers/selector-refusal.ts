import { faultOfSelector, type SelectorFault } from "@/server/market";

const MESSAGES: Readonly<Record<SelectorFault, string>> = {
  no_selector: "This is not a CSS selector that a page can be searched for.",
  never_matches:
    "This selector can match nothing on a page as it is fetched: what it asks for, such as :hover, exists only in a browser or nowhere.",
};

/** Returns the message for a text that is refused as the selector of a price; null for one that is accepted. */
export function selectorRefusal(text: string): string | null {
  const fault = faultOfSelector(text);
  return fault === null ? null : MESSAGES[fault];
}
