import { router } from "../trpc";
import { exportReport } from "./export";

export const reports = router({ export: exportReport });
