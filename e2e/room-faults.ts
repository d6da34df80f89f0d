import type { Page } from "@playwright/test";

/** A line of fewer pixels holds two words; a sentence in several of them is no text to read. */
const SQUEEZED = { lines: 4, width: 100 };

/**
 * Returns where the open page uses its room badly: sentences in a narrow column, and charts beside which a third of the
 * window is empty. A page that stands in the middle of the window leaves nothing empty.
 */
export const faultsOfRoom = (page: Page): Promise<string[]> =>
  page.evaluate(({ lines, width }) => {
    const faults = new Set<string>();
    const boxesOfTexts = (element: Element): DOMRect[] => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const boxes: DOMRect[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        boxes.push(...range.getClientRects());
      }
      return boxes.filter((box) => box.width > 1);
    };
    for (const element of document.querySelectorAll("main :is(p, dd)")) {
      if (!element.checkVisibility()) continue;
      const tops = new Set(boxesOfTexts(element).map(({ top }) => Math.round(top / 4)));
      const room = Math.round(element.getBoundingClientRect().width);
      if (tops.size >= lines && room < width)
        faults.add(
          `${JSON.stringify(element.textContent.slice(0, 60))} stands in ${tops.size} lines of ${room} px`,
        );
    }
    const main = document.querySelector("main");
    if (!main?.querySelector("figure")) return [...faults];
    const place = main.getBoundingClientRect();
    const boxes = [...main.children].filter(({ tagName }) => tagName !== "HEADER").flatMap(boxesOfTexts);
    const left = Math.min(...boxes.map((box) => box.left)) - place.left;
    const right = place.right - Math.max(...boxes.map((box) => box.right));
    if (right - left > place.width / 3) faults.add(`${Math.round(right)} px beside the charts are empty`);
    return [...faults];
  }, SQUEEZED);
