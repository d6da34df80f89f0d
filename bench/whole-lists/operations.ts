import type { Page } from "@playwright/test";
import { MAX_EDITED_ITEMS } from "@/server/domain/items/item-edit";
import { takenPresses } from "./presses";
import type { Screen } from "./screens";

/** Something that is done to everything that a list has, and taken back. */
export interface Operation {
  readonly name: string;
  /** The list's address below the workspace's. */
  readonly path: string;
  /** The fewest rows that a phone selects as a whole and not one by one; undefined: any. */
  readonly wholeOnPhoneFrom?: number;
  /** Selects everything that matches. @returns how many presses that took */
  readonly select: (page: Page, screen: Screen["name"]) => Promise<number>;
  /** Asks for the preview. @returns how many presses that took */
  readonly ask: (page: Page) => Promise<number>;
  /** The button that confirms, and what the batch says afterwards, before the count and behind it. */
  readonly confirm: string;
  readonly done: string;
}

export interface OperationFigures {
  readonly rows: number;
  readonly preview_ms: number;
  readonly done_s: number;
  readonly taken_back_s: number;
  /** Of each press of the list's keys and buttons, until the next frame was painted. */
  readonly presses: readonly number[];
}

const WITHIN_MS = 600_000;
const withinLimit = { timeout: WITHIN_MS };

const batchOf = (page: Page) => page.getByRole("region", { name: "Batch" });
const dialogOf = (page: Page) => page.getByRole("dialog");
/** A button of the dialog that can be pressed. Locators look at every frame, where assertions wait in between. */
const readyButton = (page: Page, name: string) =>
  dialogOf(page).getByRole("button", { name, disabled: false });
/** The batch that follows, once it says so. */
const saying = (page: Page, text: string) => batchOf(page).filter({ hasText: text });
const grouped = (count: number): string => count.toLocaleString("en");

const since = (startedAt: number, unit = 1): number =>
  Number(((performance.now() - startedAt) / unit).toFixed(1));

/** Carries an operation out in the browser of a screen, on a list with `rows` rows, and takes it back. */
export async function carryOut(
  page: Page,
  { name: screen, go }: Screen,
  operation: Operation,
  { address, rows }: { readonly address: string; readonly rows: number },
): Promise<OperationFigures> {
  await page.goto(address);
  await page.getByRole("checkbox").nth(1).waitFor(withinLimit);
  let presses = (await go(page)) + (await operation.select(page, screen));
  await page.getByText(`${grouped(rows)} selected`).waitFor(withinLimit);
  const asked = performance.now();
  presses += await operation.ask(page);
  const confirm = readyButton(page, `${operation.confirm} ${grouped(rows)}`);
  await confirm.waitFor(withinLimit);
  const preview_ms = Math.round(since(asked));
  const confirmed = performance.now();
  await confirm.click();
  await saying(page, `${grouped(rows)} ${operation.done}`).waitFor(withinLimit);
  const done_s = since(confirmed, 1_000);
  await batchOf(page).getByRole("button", { name: "Take them back…" }).click();
  const back = readyButton(page, `Put back ${grouped(rows)}`);
  await back.waitFor(withinLimit);
  const putBack = performance.now();
  await back.click();
  await saying(page, `${grouped(rows)} put back`).waitFor(withinLimit);
  const figures = { rows, preview_ms, done_s, taken_back_s: since(putBack, 1_000) };
  return { ...figures, presses: await takenPresses(page, presses + 3) };
}

// A tap that came while rows arrived may have left one selected: then the bar of the selection offers it as well.
const pressed = async (page: Page, name: string | RegExp): Promise<number> => {
  await page.getByRole("button", { name }).first().click();
  return 1;
};

/** The lists that are decided whole. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: "recommendations accepted",
    path: "/recommendations",
    select: (page) => pressed(page, "Select all that match"),
    ask: (page) => pressed(page, "Accept all…"),
    confirm: "Accept",
    done: "accepted",
  },
  {
    name: "alerts resolved",
    path: "/alerts?sort=kind&kind=below_cost",
    select: (page) => pressed(page, /^Select all .*that match$/),
    ask: (page) => pressed(page, "Resolve all…"),
    confirm: "Resolve",
    done: "resolved",
  },
  {
    name: "items retagged",
    path: "/catalog?brand=Halden",
    wholeOnPhoneFrom: MAX_EDITED_ITEMS + 1,
    select: async (page, screen) => {
      if (screen === "phone") {
        await page.getByRole("checkbox").nth(1).check();
        return 1 + (await pressed(page, /^Select all .*that match$/));
      }
      await page.locator("body").press("ControlOrMeta+a");
      return 1;
    },
    ask: async (page) => {
      await pressed(page, "Edit tags of all…");
      await dialogOf(page).getByRole("textbox", { name: "Add tags" }).fill("sale");
      await dialogOf(page).getByRole("button", { name: "Preview" }).click();
      return 2;
    },
    confirm: "Edit",
    done: "edited",
  },
];
