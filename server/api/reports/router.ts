import { router } from "../trpc";
import { days } from "./days";
import { exportReport } from "./export";
import { rows } from "./rows";

export const reports = router({ days, export: exportReport, rows });
