import { router } from "../trpc";
import { check } from "./check";
import { connect } from "./connect";
import { disconnect } from "./disconnect";
import { look } from "./inspect";
import { kinds } from "./kinds";
import { list } from "./list";
import { replaceCredentials } from "./replace-credentials";
import { sandboxLog } from "./sandbox-log";
import { startGrant } from "./start-grant";
import { sync } from "./sync";

export const integrations = router({
  list,
  kinds,
  look,
  startGrant,
  connect,
  check,
  sync,
  replaceCredentials,
  disconnect,
  sandboxLog,
});
