import { router } from "../trpc";
import { list } from "./list";
import { put } from "./put";
import { remove } from "./remove";
import { transfer } from "./transfer";

export const members = router({ list, put, remove, transfer });
