import { router } from "../trpc";
import { compare } from "./compare";
import { get } from "./get";
import { restore } from "./restore";
import { set } from "./set";
import { version } from "./version";

export const policy = router({ get, version, compare, set, restore });
