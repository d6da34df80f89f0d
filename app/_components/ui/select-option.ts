/** One of the values of a `Select`. `detail` is a second, quieter line under it. */
export type SelectOption = { value: string; label: string; detail?: string; disabled?: boolean };
