let last = 0;

/** The next serial number, which makes built data distinct within a test file. */
export function serial(): number {
  last += 1;
  return last;
}
