import { forgetAnswers } from "@/server/db/idempotency";
import type { Services } from "@/server/usecases/acting";
import { deliverDueMails } from "@/server/usecases/mails/deliver";

/** Tries unsent mails again, and forgets the answers kept for repeated requests whose time is over. */
export async function keepHouse(services: Services): Promise<void> {
  await deliverDueMails(services);
  await forgetAnswers(services.db, services.now());
}
