/** `1 page`, `2 pages`. @param many for an irregular plural */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
