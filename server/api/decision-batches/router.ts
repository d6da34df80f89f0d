import { router } from "../trpc";
import { cancel } from "./cancel";
import { confirm } from "./confirm";
import { create } from "./create";
import { get } from "./get";
import { itemIds } from "./item-ids";
import { items } from "./items";
import { list } from "./list";
import { revert } from "./revert";

export const decisionBatches = router({ list, create, get, items, itemIds, confirm, cancel, revert });
