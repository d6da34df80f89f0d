declare const brand: unique symbol;

/** The workspace that a query is confined to. Created only from a checked credential or a stored job. */
export interface Tenant {
  readonly workspaceId: string;
  readonly [brand]: "tenant";
}

/** Creates a tenant from a workspace id that was read from a checked credential or a stored row. */
export function tenantOf(workspaceId: string): Tenant {
  const tenant: Omit<Tenant, typeof brand> = { workspaceId };
  return tenant as Tenant;
}
