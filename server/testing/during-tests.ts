import { beforeAll } from "vitest";

/**
 * Opens what the tests of a file (or of the `describe` it is called in) share, and closes it after them.
 *
 * @param open opens it, such as `startTestService`; called once, before the first test
 * @returns what `open` resolves to; using it while the file is being read is an error
 */
export function duringTests<Opened extends { close(): Promise<unknown> }>(
  open: () => Promise<Opened>,
): Opened {
  let opened: Opened | null = null;
  const present = (): Opened => {
    if (opened === null) throw new Error("It is opened before the first test, not while the file is read.");
    return opened;
  };
  beforeAll(async () => {
    const begun = await open();
    opened = begun;
    return async () => void (await begun.close());
  });
  // What a test sets reaches what was opened, not a copy of it.
  return new Proxy({} as Opened, {
    get: (_, member) => Reflect.get(present(), member),
    set: (_, member, value) => Reflect.set(present(), member, value),
    ownKeys: () => Reflect.ownKeys(present()),
    getOwnPropertyDescriptor: (_, member) => {
      const own = Reflect.getOwnPropertyDescriptor(present(), member);
      return own && { ...own, configurable: true };
    },
  });
}
