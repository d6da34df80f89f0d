import type { Principal } from "@/server/auth/authenticate";
import type { Services } from "@/server/usecases/request-context";
import { recordSessionUse } from "@/server/usecases/sessions/sessions";
import { recordTokenUse } from "@/server/usecases/tokens/record-use";

/** Records, after the answer, that the principal's credential was used. */
export function recordUse(services: Services, principal: Principal): void {
  setImmediate(() => {
    void recordTokenUse(services, principal);
    void recordSessionUse(services, principal);
  });
}
