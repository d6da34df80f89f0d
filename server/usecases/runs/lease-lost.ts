/** The run was canceled or another worker has its lease; the current worker stops and changes nothing. */
export class RunLeaseLost extends Error {}
