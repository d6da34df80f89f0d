import { router } from "../trpc";
import { accept } from "./accept";
import { acceptSeveral } from "./accept-several";
import { approve } from "./approve";
import { byHand } from "./by-hand";
import { comment } from "./comment";
import { comments } from "./comments";
import { detail } from "./detail";
import { details } from "./details";
import { dismiss } from "./dismiss";
import { dismissSeveral } from "./dismiss-several";
import { get } from "./get";
import { inbox } from "./inbox";
import { inboxCounts } from "./inbox-counts";
import { list } from "./list";
import { override } from "./override";
import { priceEffect } from "./price-effect";
import { reject } from "./reject";
import { resolve } from "./resolve";
import { snooze } from "./snooze";

export const recommendations = router({
  list,
  get,
  accept,
  dismiss,
  acceptSeveral,
  dismissSeveral,
  snooze,
  resolve,
  approve,
  reject,
  override,
  byHand,
  comment,
  comments,
  inbox,
  inboxCounts,
  detail,
  details,
  priceEffect,
});
