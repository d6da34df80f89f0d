import { router } from "../trpc";
import { compare } from "./compare";
import { countItems } from "./count-items";
import { get } from "./get";
import { lint } from "./lint";
import { restore } from "./restore";
import { set } from "./set";
import { version } from "./version";

export const policy = router({ get, version, compare, countItems, lint, set, restore });
