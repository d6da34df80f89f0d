import type { Principal } from "@/server/auth/authenticate";
import { recordSessionUse } from "@/server/usecases/accounts/sessions";
import type { Services } from "@/server/usecases/services";
import { recordTokenUse } from "@/server/usecases/tokens/record-use";

/** Records the use of the principal's credential, after the response. */
export function recordUse(services: Services, principal: Principal): void {
  setImmediate(() => {
    void recordTokenUse(services, principal);
    void recordSessionUse(services, principal);
  });
}
