import { expect, it } from "vitest";
import { isOpen } from "@/server/api/declaration";
import { appRouter } from "@/server/api/root";
import { allProcedures, metaOf } from "@/server/http/routes";
import { WITHOUT_WORKSPACE } from "./response-link";

it("knows which changes belong to no workspace, and so leave no account of their key", () => {
  for (const [path, procedure] of allProcedures(appRouter)) {
    if (procedure._def.type !== "mutation") continue;
    expect([path, WITHOUT_WORKSPACE.has(path.split(".")[0] ?? "")]).toEqual([
      path,
      isOpen(metaOf(procedure)),
    ]);
  }
});
