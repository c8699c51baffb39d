export { actingBy } from './acting-by';
export { describeAction } from './action-names';
export { type Acting, type Action, type ActionEnd, LONGEST_NOTE } from './action';
export { listAddress } from './address';
export {
  type Cell,
  isSaid,
  isTexts,
  plainOf,
  type RowForm,
  type Said,
  type StateLabel,
  textOf,
  type Tone,
} from './cell';
export { csvHead, csvRow } from './csv';
export { type Filter, ListFault, type Looking } from './filters';
export { keptFor, keptForAMinute } from './kept-for-a-minute';
export type {
  Asked,
  ColumnOf,
  Count,
  List,
  ListColumn,
  ListLink,
  ListNotice,
  ListPart,
  ListRow,
  ListSummary,
} from './list-definition';
export { cellsOf } from './list';
export type { Fault, Field, Question, Undo } from './question';
export { recordActions } from './record-actions';
export type { RecordedChange } from './recorded-change';
export { includesRole, lesserRole, Role, ROLES, WHO_MAY } from './roles';
export { PLACES, type Section, SECTIONS } from './sections';
