import { router } from "../trpc";
import { active } from "./active";
import { compare } from "./compare";
import { countItems } from "./count-items";
import { get } from "./get";
import { lint } from "./lint";
import { list } from "./list";
import { restore } from "./restore";
import { set } from "./set";
import { version } from "./version";

export const policy = router({ list, active, version, get, compare, countItems, lint, set, restore });
