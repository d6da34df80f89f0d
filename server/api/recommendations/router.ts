import { router } from "../trpc";
import { accept } from "./accept";
import { approve } from "./approve";
import { detail } from "./detail";
import { dismiss } from "./dismiss";
import { get } from "./get";
import { inbox } from "./inbox";
import { list } from "./list";
import { reject } from "./reject";
import { resolve } from "./resolve";
import { snooze } from "./snooze";

export const recommendations = router({
  list,
  get,
  accept,
  dismiss,
  snooze,
  resolve,
  approve,
  reject,
  inbox,
  detail,
});
