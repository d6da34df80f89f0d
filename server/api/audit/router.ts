import { router } from "../trpc";
import { exportLog } from "./export";
import { list } from "./list";
import { verify } from "./verify";

export const audit = router({ list, export: exportLog, verify });
