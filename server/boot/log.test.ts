import { expect, it } from "vitest";
import { logEvent } from "@/server/domain/log/events";
import { openLog } from "./log";

it("a process that ends logs what late work came to, and no failure of what it has ended itself", () => {
  const written: string[] = [];
  const log = openLog("info", { write: (line) => void written.push(JSON.parse(line).msg) });
  log.warn({}, "requests or jobs took longer");
  log.endWithWork();
  logEvent(log, "write-back ended", { write_back: "wbk_1", outcome: "applied" });
  logEvent(log, "run ended", { run: "run_1", outcome: "failed" }, "warn");
  logEvent(log, "mail", { mail: "mail_1", outcome: "sent" });
  logEvent(log, "unexpected error", { mail: "mail_2", error: "Error" }, "error");
  log.error({ error: "Connection terminated" }, "the queue stopped");
  expect(written).toEqual(["requests or jobs took longer", "write-back ended", "run ended", "mail"]);
});
