import { router } from "../trpc";
import { exportLog } from "./export";
import { list } from "./list";

export const audit = router({ list, export: exportLog });
