/** Values that are kept in memory, at most `size` of them; the ones set first are dropped first. */
export class Recent<T> {
  readonly #values = new Map<string, T>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: T): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const oldest = this.#values.keys().next().value;
    if (this.#values.size > this.#size && oldest !== undefined) this.#values.delete(oldest);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
