import { join } from "node:path";
import { expect, it } from "vitest";
import { logDocument } from "./document";

const root = join(import.meta.dirname, "../../..");

it("docs/log.md is what the table lists; `npm run docs` writes it again", async () => {
  await expect(logDocument()).toMatchFileSnapshot(join(root, "docs/log.md"));
});
