/** What a name is called; of a name that only another release knows, the name itself, as such. Pure. */
export function labelOf(labels: Readonly<Record<string, string>>, name: string): string {
  return labels[name] ?? `unknown (${name})`;
}
