/** `1 page`, `2 pages`. Pure. @param many where an `s` does not make it */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
