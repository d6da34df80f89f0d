import { router } from "../trpc";
import { exportReport } from "./export";
import { rows } from "./rows";

export const reports = router({ export: exportReport, rows });
