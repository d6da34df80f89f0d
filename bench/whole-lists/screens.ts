import type { BrowserContextOptions, Page } from "@playwright/test";

/** What somebody looks at, and how they go through a list there. */
export interface Screen {
  readonly name: "desktop" | "phone";
  readonly options: BrowserContextOptions;
  /** Goes through the rows of a list, and leaves none selected. @returns how many presses that took */
  readonly go: (page: Page) => Promise<number>;
}

const MOVES = 60;
/** The rows that a phone shows at once. */
const TAPPED_ROWS = 3;

async function byKeys(page: Page): Promise<number> {
  for (let move = 0; move < MOVES; move += 1) await page.keyboard.press(move % 3 === 2 ? "k" : "j");
  return MOVES;
}

/** Each row is selected by a tap, and left out again by the next one. */
async function byTaps(page: Page): Promise<number> {
  const boxes = page.getByRole("main").getByRole("checkbox", { name: /^Select (?!all)/ });
  for (let move = 0; move < MOVES; move += 1) await boxes.nth(Math.floor(move / 2) % TAPPED_ROWS).tap();
  return MOVES;
}

export const SCREENS: readonly Screen[] = [
  { name: "desktop", options: { viewport: { width: 1440, height: 900 } }, go: byKeys },
  {
    name: "phone",
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    go: byTaps,
  },
];
