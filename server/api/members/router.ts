import { router } from "../trpc";
import { list } from "./list";
import { put } from "./put";
import { remove } from "./remove";

export const members = router({ list, put, remove });
