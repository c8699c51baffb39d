/** The address of a list. @param asked its filter and cursor; undefined ones are left out */
export function listAddress(path: string, asked: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
