let last = 0;

/** The next of the numbers that make built data distinct within a test file. */
export function serial(): number {
  last += 1;
  return last;
}
