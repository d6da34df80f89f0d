declare const brand: unique symbol;

/** The workspace every query below is confined to. Made only where a credential or a stored job was checked. */
export interface Tenant {
  readonly workspaceId: string;
  readonly [brand]: "tenant";
}

/** Turns a workspace id that was read from a checked credential, or from a stored row, into a tenant. */
export function tenantOf(workspaceId: string): Tenant {
  const tenant: Omit<Tenant, typeof brand> = { workspaceId };
  return tenant as Tenant;
}
