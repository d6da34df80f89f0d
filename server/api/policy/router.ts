import { router } from "../trpc";
import { backtest } from "./backtest";
import { compare } from "./compare";
import { countItems } from "./count-items";
import { get } from "./get";
import { preview } from "./preview";
import { restore } from "./restore";
import { set } from "./set";
import { trial } from "./trial";
import { version } from "./version";

export const policy = router({ get, version, compare, countItems, set, restore, preview, backtest, trial });
