import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { FILES_PATH } from "../pages";

const FOLDER = "media";
/** The letters of the landing page's language; the name changes with the content. */
const LATIN = /^inter-latin-wght-normal\.[^/]+\.woff2$/;

/**
 * Returns a function that gives the address of the product's font, or null until the pages are built, which bring it.
 * @param staticFiles the folder of the static files of the build
 */
export function landingFont(staticFiles: string): () => string | null {
  let found: string | null = null;
  return () => {
    const folder = join(staticFiles, FOLDER);
    if (found === null && existsSync(folder)) {
      const file = readdirSync(folder).find((name) => LATIN.test(name));
      found = file === undefined ? null : `${FILES_PATH}${FOLDER}/${file}`;
    }
    return found;
  };
}
