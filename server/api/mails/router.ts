import { router } from "../trpc";
import { list } from "./list";

export const mails = router({ list });
