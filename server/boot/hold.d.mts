/** A name that this process holds until it ends. */
export interface Hold {
  /** Tells those who wait, now and later, something of one line; "" tells them nothing any more. */
  tell(text: string): void;
  /** Lets the next one have it. */
  release(): void;
}

/**
 * Waits until no other process of this machine holds a name in a folder, then holds it. The system ends the hold with
 * the process, however that ends.
 * @param folder that is there
 * @param onHeld asked once for each word of the holder, "" where it has none
 * @returns null where `onHeld` said to leave
 */
export function hold(
  folder: string,
  name: string,
  onHeld: (told: string) => "wait" | "leave",
): Promise<Hold | null>;

/**
 * Runs `work` while this process holds a name in a folder; waits for whoever holds it before.
 * @param folder that is there
 * @param onWait called once where another process holds it
 * @returns what the work gave
 */
export function whileHeld<T>(
  folder: string,
  name: string,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T>;
