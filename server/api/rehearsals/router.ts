import { router } from "../trpc";
import { editPrice } from "./edit-price";
import { get } from "./get";
import { switchOff } from "./switch-off";
import { switchOn } from "./switch-on";

export const rehearsals = router({ get, switchOn, switchOff, editPrice });
