import { router } from "../trpc";
import { get } from "./get";
import { ofItem } from "./of-item";
import { report } from "./report";
import { restore } from "./restore";

export const observations = router({ get, ofItem, report, restore });
