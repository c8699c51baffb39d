/** The label of a name; for a name that only another release knows, the name itself. */
export function labelOf(labels: Readonly<Record<string, string>>, name: string): string {
  return labels[name] ?? `unknown (${name})`;
}
