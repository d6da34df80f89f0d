import { router } from "../trpc";
import { cancel } from "./cancel";
import { confirm } from "./confirm";
import { create } from "./create";
import { get } from "./get";
import { items } from "./items";
import { list } from "./list";

export const decisionBatches = router({ list, create, get, items, confirm, cancel });
