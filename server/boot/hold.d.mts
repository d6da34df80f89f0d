/** A lock that this process holds until it ends. */
export interface Hold {
  /** Sends a message of one line to waiting processes, now and later; "" withdraws it. */
  tell(text: string): void;
  /** Releases the lock for the next process. */
  release(): void;
}

/**
 * Waits until no other process of this machine holds the lock of that name in a folder, then takes it. The operating
 * system releases the lock when the process ends in any way.
 * @param folder an existing folder
 * @param onMessage called for each message of the holder, with "" when it sends none
 * @returns null when `onMessage` returned "leave"
 */
export function hold(
  folder: string,
  name: string,
  onMessage: (message: string) => "wait" | "leave",
): Promise<Hold | null>;

/**
 * Runs `work` while this process holds the lock of that name in a folder; waits for the current holder first.
 * @param folder an existing folder
 * @param onWait called once when another process holds the lock
 * @returns the result of `work`
 */
export function whileHeld<T>(
  folder: string,
  name: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T>;
