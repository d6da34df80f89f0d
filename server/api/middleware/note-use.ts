import type { Caller } from "@/server/auth/authenticate";
import type { Services } from "@/server/usecases/request-context";
import { recordSessionUse } from "@/server/usecases/sessions/sessions";
import { recordTokenUse } from "@/server/usecases/tokens/record-use";

/** Notes, after the answer, that a credential was used. */
export function noteUse(services: Services, caller: Caller): void {
  setImmediate(() => {
    void recordTokenUse(services, caller);
    void recordSessionUse(services, caller);
  });
}
