/** An exact fraction; `den` is positive. */
export type Ratio = { readonly num: bigint; readonly den: bigint };
