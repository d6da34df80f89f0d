import type { BrowserContext, Page } from "@playwright/test";

/** What a person presses on the pages of a browser context. */
export type Presses = {
  readonly count: () => number;
  /** Chooses a file as a person does: one press opens the system's dialog, and one more there takes the file. */
  readonly chooseFile: (page: Page, label: string, file: TypedFile) => Promise<void>;
};

type TypedFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/**
 * Counts from now on every click and tap, and every key that is no typing: Enter and Tab also count within a field. A
 * key held down counts once.
 */
export async function countPresses(context: BrowserContext): Promise<Presses> {
  let presses = 0;
  await context.exposeFunction("countPress", () => void (presses += 1));
  await context.addInitScript(listen);
  return {
    count: () => presses,
    chooseFile: async (page, label, file) => {
      const opened = page.waitForEvent("filechooser");
      await page.getByText(label, { exact: true }).click();
      await (await opened).setFiles(file);
      presses += 1;
    },
  };
}

function listen(): void {
  const count = (globalThis as unknown as { countPress: () => void }).countPress;
  // Not clicks: a key causes one too, and a label a second one.
  document.addEventListener("pointerdown", ({ isTrusted }) => isTrusted && count(), { capture: true });
  const isTyping = ({ key, target }: KeyboardEvent) =>
    target instanceof HTMLInputElement && (key.length === 1 || key === "Backspace");
  document.addEventListener(
    "keydown",
    (event) => event.isTrusted && !event.repeat && !isTyping(event) && count(),
    { capture: true },
  );
}
