import type { Database } from "@/server/db/database/database";
import { DomainError } from "@/server/domain/errors";

/** Imports that run at once in one process: each holds one of the connections that all requests share. */
const AT_ONCE = 3;
/** Imports of one workspace that wait for their turn; each keeps a file and a client waiting. */
const WAITING = 4;
const RETRY_AFTER_SECONDS = 30;

/** The error for an import that would have to wait too long. */
export const importBusy = (): DomainError =>
  new DomainError(
    "unavailable",
    "Another import of this workspace is running. Send the file again when it has ended.",
    { retry_after: RETRY_AFTER_SECONDS },
  );

/**
 * Lets imports begin: few at once, one of a workspace, in the order in which they came. They wait here, because an
 * import that waits for the catalog in its transaction keeps a connection from everybody.
 */
class ImportQueue {
  private readonly running = new Set<string>();
  private readonly waiting: { readonly workspaceId: string; readonly begin: () => void }[] = [];

  /**
   * Runs `work` when it is its workspace's turn.
   * @throws DomainError unavailable with retry_after, when enough imports of the workspace wait already
   */
  async run<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    await this.turnOf(workspaceId);
    try {
      return await work();
    } finally {
      this.running.delete(workspaceId);
      this.beginNext();
    }
  }

  private canBegin(workspaceId: string): boolean {
    return this.running.size < AT_ONCE && !this.running.has(workspaceId);
  }

  private turnOf(workspaceId: string): Promise<void> {
    if (this.canBegin(workspaceId)) {
      this.running.add(workspaceId);
      return Promise.resolve();
    }
    if (this.waiting.filter((each) => each.workspaceId === workspaceId).length >= WAITING) throw importBusy();
    return new Promise((begin) => this.waiting.push({ workspaceId, begin }));
  }

  private beginNext(): void {
    const at = this.waiting.findIndex(({ workspaceId }) => this.canBegin(workspaceId));
    const [next] = at < 0 ? [] : this.waiting.splice(at, 1);
    if (!next) return;
    this.running.add(next.workspaceId);
    next.begin();
  }
}

const QUEUES = new WeakMap<Database, ImportQueue>();

/** Returns the queue of the imports that share the connections of `db`. */
export function importQueue(db: Database): ImportQueue {
  const queue = QUEUES.get(db) ?? new ImportQueue();
  QUEUES.set(db, queue);
  return queue;
}
