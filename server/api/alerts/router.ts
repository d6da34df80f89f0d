import { router } from "../trpc";
import { get } from "./get";
import { list } from "./list";
import { resolve } from "./resolve";
import { snooze } from "./snooze";

export const alerts = router({ list, get, snooze, resolve });
