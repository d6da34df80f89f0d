import { router } from "../trpc";
import { get } from "./get";
import { report } from "./report";
import { restore } from "./restore";

export const observations = router({ get, report, restore });
