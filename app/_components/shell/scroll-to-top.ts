/** The id of the part of a page that scrolls on a wide screen. */
export const MAIN_ID = "main";

/** Scrolls the page to its beginning: on a wide screen its main part scrolls, on a phone the window. */
export function scrollToTop(): void {
  document.getElementById(MAIN_ID)?.scrollTo(0, 0);
  window.scrollTo(0, 0);
}
