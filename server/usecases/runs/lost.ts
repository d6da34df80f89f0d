/** The run was canceled, or another worker holds it by now: whoever notices stops without a trace. */
export class RunLost extends Error {}
