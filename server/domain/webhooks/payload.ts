/** An event as an endpoint receives it. */
export interface NumberedEvent {
  /** The kind as it is stored: a newer version of the service may have stored one that this version does not know. */
  readonly kind: string;
  readonly at: Date;
  /** Position of the event among those of the endpoint, from 1 without a gap. */
  readonly number: bigint;
  readonly workspaceId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Returns the body of a delivery. The number is in the body because the signature covers it there. Every attempt
 * sends the same bytes.
 */
export const payloadOf = ({ kind, at, number, workspaceId, data }: NumberedEvent): string =>
  JSON.stringify({
    type: kind,
    timestamp: at.toISOString(),
    number: Number(number),
    workspace_id: workspaceId,
    data,
  });
