import { sandboxKey, sandboxSecret, sandboxUrl } from "@/server/stores/sandbox/access";
import { readLog } from "@/server/stores/sandbox/log";
import { editAsMerchant } from "@/server/stores/sandbox/merchant";
import { startSandboxStore } from "@/server/stores/sandbox/server";

/**
 * The store that an installation runs itself: how it is started and reached, and what only its owner may do with it.
 */
export const sandboxStore = {
  start: startSandboxStore,
  secretIn: sandboxSecret,
  keyOf: sandboxKey,
  urlOf: sandboxUrl,
  editAsMerchant,
  readLog,
} as const;
