/** Stock, a sheet or a count changed before it was locked: nothing of the decision may be stored, it is made again. */
export class DecisionOutdated extends Error {
  override readonly name = 'DecisionOutdated';
}
