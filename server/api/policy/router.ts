import { router } from "../trpc";
import { compare } from "./compare";
import { countItems } from "./count-items";
import { get } from "./get";
import { restore } from "./restore";
import { set } from "./set";
import { version } from "./version";

export const policy = router({ get, version, compare, countItems, set, restore });
