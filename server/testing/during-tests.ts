import { beforeAll } from "vitest";

/**
 * Opens what the tests of a file (or of the `describe` it is called in) share, and closes it after them.
 *
 * @param open opens it, such as `startTestService`; called once, before the first test
 * @returns what `open` resolves to; it has its members from then on, and none while the file is being read
 */
export function duringTests<Opened extends { close(): Promise<unknown> }>(
  open: () => Promise<Opened>,
): Opened {
  const shared = {} as Opened;
  beforeAll(async () => {
    const opened = await open();
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(opened));
    return async () => void (await opened.close());
  });
  return shared;
}
