import { router } from "../trpc";
import { counts } from "./counts";
import { get } from "./get";
import { list } from "./list";
import { resolve } from "./resolve";
import { resolveSeveral } from "./resolve-several";
import { snooze } from "./snooze";
import { snoozeSeveral } from "./snooze-several";

export const alerts = router({ list, counts, get, snooze, resolve, snoozeSeveral, resolveSeveral });
