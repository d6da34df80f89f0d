import type { Page } from "@playwright/test";
import { faultsOfRoom } from "@/e2e/room-faults";

/** Less of a shortened name than this tells nobody which one it is. */
const LEAST_OF_A_NAME_PX = 60;

/** A number and its unit, and a number of four digits or more without a separator that is no year, id or day. */
const FIGURES = {
  withUnit: String.raw`\d[\d.,]*[ \u00a0](?:%|EUR)`,
  notGrouped: String.raw`(?<![\w.,:/-])(?!(?:19|20)\d\d(?![\d.]))\d{4,}(?:\.\d+)?(?![\w:/-])`,
};

/**
 * Returns what a reader of the open page cannot see or reach at its width: a page that scrolls sideways, a second
 * scrollbar beside the page's own, text that is cut or lies outside the window, names shortened to nothing, tables that
 * stick out of their place, parts that lie over each other or over the next row, figures that are broken over two
 * lines or have no separator of thousands, sentences in a narrow column beside room, and a page with charts that leaves
 * a third of the window empty. Text in a table that scrolls sideways within itself can be reached.
 */
export const layoutFaults = async (page: Page): Promise<string[]> => [
  ...(await faultsOfScrolling(page)),
  ...(await faultsOfPlaces(page)),
  ...(await faultsOfTexts(page)),
  ...(await faultsOfFigures(page)),
  ...(await faultsOfRoom(page)),
];

/** The classes of an element that scrolls sideways on purpose. */
const SCROLLS = String.raw`(^|\s)(\S*:)?overflow-(x-)?auto(\s|$)`;

const faultsOfFigures = (page: Page): Promise<string[]> =>
  page.evaluate(({ withUnit, notGrouped }) => {
    const faults = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text;
      const parent = text.parentElement;
      if (!parent?.checkVisibility() || parent.closest("script, style, pre, code, textarea, .font-mono"))
        continue;
      for (const match of text.data.matchAll(new RegExp(withUnit, "g"))) {
        const range = document.createRange();
        range.setStart(text, match.index);
        range.setEnd(text, match.index + match[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.add(`${JSON.stringify(match[0])} is broken over two lines`);
      }
      for (const [figure] of text.data.matchAll(new RegExp(notGrouped, "g")))
        faults.add(`${figure} has no separator: ${JSON.stringify(text.data.trim().slice(0, 60))}`);
    }
    return [...faults];
  }, FIGURES);

const faultsOfScrolling = (page: Page): Promise<string[]> =>
  page.evaluate((scrolls) => {
    const root = document.documentElement;
    const faults = new Set<string>();
    if (root.scrollWidth > root.clientWidth) faults.add(`the page is ${root.scrollWidth} wide`);
    const isFramed = getComputedStyle(document.querySelector("main") ?? root).overflowY === "auto";
    if (isFramed && root.scrollHeight > root.clientHeight)
      faults.add(`the window scrolls beside its page: ${root.scrollHeight} of ${root.clientHeight}`);

    const onPurpose = new RegExp(scrolls);
    for (const element of document.querySelectorAll("body *")) {
      const { overflowX } = getComputedStyle(element);
      const over = element.scrollWidth - element.clientWidth;
      if (overflowX === "auto" && over > 1 && element.clientWidth > 0 && !onPurpose.test(element.className))
        faults.add(`${element.tagName} .${element.className} scrolls sideways by ${over}`);
    }
    return [...faults];
  }, SCROLLS);

const faultsOfPlaces = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>();
    for (const table of document.querySelectorAll("table")) {
      const place = table.parentElement;
      if (!place || !table.checkVisibility() || getComputedStyle(place).overflowX === "auto") continue;
      const over = table.getBoundingClientRect().right - place.getBoundingClientRect().right;
      if (over > 1)
        faults.add(`the table ${table.caption?.textContent} sticks out by ${Math.round(over)} px`);
    }

    for (const cell of document.querySelectorAll("td")) {
      const row = cell.closest("tr")?.getBoundingClientRect();
      if (row && cell.checkVisibility() && cell.getBoundingClientRect().bottom > row.bottom + 1)
        faults.add(`${JSON.stringify(cell.textContent.slice(0, 60))} lies over the next row`);
    }
    for (const place of document.querySelectorAll("main *")) {
      if (!/^(inline-)?(flex|grid)$/.test(getComputedStyle(place).display)) continue;
      const boxes = [...place.children]
        .filter(
          (each) =>
            each.checkVisibility() && !/^(absolute|fixed|sticky)$/.test(getComputedStyle(each).position),
        )
        .map((each) => ({ text: each.textContent.slice(0, 40), box: each.getBoundingClientRect() }))
        .filter(({ text, box }) => text.trim() !== "" && box.width > 1);
      boxes.slice(1).forEach(({ text, box }, index) => {
        const before = boxes[index];
        if (!before) return;
        const wide = Math.min(box.right, before.box.right) - Math.max(box.left, before.box.left);
        const high = Math.min(box.bottom, before.box.bottom) - Math.max(box.top, before.box.top);
        if (wide > 2 && high > 2)
          faults.add(`${JSON.stringify(text)} lies over ${JSON.stringify(before.text)}`);
      });
    }
    return [...faults];
  });

const faultsOfTexts = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ leastOfName, scrolls }) => {
      const root = document.documentElement;
      const faults = new Set<string>();
      const onPurpose = new RegExp(scrolls);
      const name = (text: string) => JSON.stringify(text.trim().slice(0, 60));
      const faultOf = (text: Text, box: DOMRect): string | null => {
        let isShortened = false;
        for (let element = text.parentElement; element; element = element.parentElement) {
          const style = getComputedStyle(element);
          const seen = element.getBoundingClientRect();
          if (style.position === "absolute" && seen.width <= 1) return null;
          if (style.opacity === "0" || style.visibility === "hidden") return null;
          if (onPurpose.test(element.className) && style.overflowX === "auto") return null;
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
    },
    { leastOfName: LEAST_OF_A_NAME_PX, scrolls: SCROLLS },
  );
