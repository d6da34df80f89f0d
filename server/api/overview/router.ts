import { router } from "../trpc";
import { days } from "./days";
import { work } from "./work";

export const overview = router({ days, work });
