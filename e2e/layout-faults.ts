import type { Page } from "@playwright/test";

/** Less of a shortened name than this tells nobody which one it is. */
const LEAST_OF_A_NAME_PX = 60;

/**
 * Returns what a reader of the open page cannot see or reach at its width: a page that scrolls sideways, a second
 * scrollbar beside the page's own, text that is cut or lies outside the window, and names shortened to nothing. Text in
 * a table that scrolls sideways within itself can be reached.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate((leastOfName) => {
    const root = document.documentElement;
    const faults = new Set<string>();
    if (root.scrollWidth > root.clientWidth) faults.add(`the page is ${root.scrollWidth} wide`);
    const isFramed = getComputedStyle(document.querySelector("main") ?? root).overflowY === "auto";
    if (isFramed && root.scrollHeight > root.clientHeight)
      faults.add(`the window scrolls beside its page: ${root.scrollHeight} of ${root.clientHeight}`);

    const scrollsOnPurpose = (element: Element) =>
      /(^|\s)(\S*:)?overflow-(x-)?auto(\s|$)/.test(element.className);
    for (const element of document.querySelectorAll("body *")) {
      const { overflowX } = getComputedStyle(element);
      const over = element.scrollWidth - element.clientWidth;
      if (overflowX === "auto" && over > 1 && element.clientWidth > 0 && !scrollsOnPurpose(element))
        faults.add(`${element.tagName} .${element.className} scrolls sideways by ${over}`);
    }

    const name = (text: string) => JSON.stringify(text.trim().slice(0, 60));
    const faultOf = (text: Text, box: DOMRect): string | null => {
      let isShortened = false;
      for (let element = text.parentElement; element; element = element.parentElement) {
        const style = getComputedStyle(element);
        const seen = element.getBoundingClientRect();
        if (style.position === "absolute" && seen.width <= 1) return null;
        if (style.opacity === "0" || style.visibility === "hidden") return null;
        if (scrollsOnPurpose(element) && style.overflowX === "auto") return null;
        if (style.overflowX !== "visible") {
          const cut = Math.max(box.right - seen.right, seen.left - box.left);
          if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") {
            isShortened = true;
            if (cut > 1 && seen.width < leastOfName)
              return `${name(text.data)} is shortened to ${Math.round(seen.width)} px`;
          } else if (cut > 1.5 && !isShortened) return `${name(text.data)} is cut by ${Math.round(cut)} px`;
        }
        if (style.position === "fixed") break;
      }
      const isOutside = box.right > root.clientWidth + 1 || box.left < -1;
      return isOutside && !isShortened ? `${name(text.data)} lies outside the window` : null;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text;
      if (text.data.trim() === "" || !text.parentElement?.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) {
        const fault = box.width > 0 ? faultOf(text, box) : null;
        if (fault) faults.add(fault);
      }
    }
    return [...faults];
  }, LEAST_OF_A_NAME_PX);
