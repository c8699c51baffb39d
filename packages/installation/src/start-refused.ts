/** A database that does not match the process: starting would be wrong however long it waits. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
