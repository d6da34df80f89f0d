import { router } from "../trpc";
import { check } from "./check";
import { connect } from "./connect";
import { disconnect } from "./disconnect";
import { list } from "./list";
import { sandboxLog } from "./sandbox-log";
import { sync } from "./sync";

export const integrations = router({ list, connect, check, sync, disconnect, sandboxLog });
