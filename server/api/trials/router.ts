import { router } from "../trpc";
import { backtest } from "./backtest";
import { preview } from "./preview";
import { trial } from "./trial";
import { whatIf } from "./what-if";

/** Trials of a policy; documented among the policy's endpoints. */
export const trials = router({ preview, backtest, trial, whatIf });
