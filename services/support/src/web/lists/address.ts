/** The address of a list as it is narrowed; what is not asked for is left out. Pure. */
export function listAddress(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, value);
  const text = given.toString();
  return text === '' ? path : `${path}?${text}`;
}
