export {
  isSaid,
  isTexts,
  plainOf,
  textOf,
  type Cell,
  type RowForm,
  type Said,
  type StateLabel,
  type Tone,
} from './cell';
export { ListFault, type Filter, type Looking } from './filters';
export { keptFor, keptForAMinute } from './kept-for-a-minute';
export { listAddress } from './address';
export { cellsOf, time } from './list';
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
export { PLACES, SECTIONS, type Section } from './sections';
export {
  action,
  longAction,
  LONGEST_NOTE,
  type Acting,
  type Action,
  type ActionEnd,
  type By,
  type Fault,
  type Field,
  type Question,
  type Undo,
} from './action';
