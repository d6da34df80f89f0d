import type { Caller } from "@/server/auth/authenticate";
import type { Services } from "@/server/usecases/acting";
import { recordSessionUse } from "@/server/usecases/accounts/sessions";
import { recordTokenUse } from "@/server/usecases/tokens/record-use";

/** Notes, after the answer, that a credential was used. */
export function noteUse(services: Services, caller: Caller): void {
  setImmediate(() => {
    void recordTokenUse(services, caller);
    void recordSessionUse(services, caller);
  });
}
