const NOUNS: Readonly<Record<string, string>> = {
  alerts: "Alerts",
  catalog: "Catalog",
  recommendations: "Recommendations",
  reports: "Reports",
  runs: "Runs",
  workspace: "Workspace",
};

/** Formats an operation for display: `recommendations.list` → "Recommendations · list". */
export function viewText(operation: string): string {
  const [resource = "", ...rest] = operation.split(".");
  const noun = NOUNS[resource] ?? resource.charAt(0).toUpperCase() + resource.slice(1);
  const action = rest.join(" ").replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return action === "" ? noun : `${noun} · ${action}`;
}
