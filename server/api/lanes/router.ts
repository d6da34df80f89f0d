import { router } from "../trpc";
import { decisions } from "./decisions";
import { list } from "./list";
import { setMode } from "./set-mode";
import { trial } from "./trial";

export const lanes = router({ list, trial, setMode, decisions });
