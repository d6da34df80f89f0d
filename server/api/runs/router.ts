import { router } from "../trpc";
import { cancel } from "./cancel";
import { findings } from "./findings";
import { get } from "./get";
import { list } from "./list";
import { release } from "./release";
import { revert } from "./revert";
import { skipped } from "./skipped";
import { trigger } from "./trigger";

export const runs = router({ list, get, trigger, cancel, release, revert, findings, skipped });
