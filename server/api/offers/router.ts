import { router } from "../trpc";
import { check } from "./check";
import { checks } from "./checks";
import { get } from "./get";
import { list } from "./list";
import { pause } from "./pause";
import { put } from "./put";
import { remove } from "./remove";
import { resume } from "./resume";
import { selector } from "./selector";

export const offers = router({ list, get, put, pause, resume, remove, check, checks, selector });
