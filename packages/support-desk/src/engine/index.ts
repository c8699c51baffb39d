export { isSaid, isTexts, plainOf, textOf, type Cell, type Said, type StateLabel, type Tone } from './cell';
export { ListFault, type Filter, type Looking } from './filters';
export {
  cellsOf,
  time,
  type Asked,
  type Count,
  type List,
  type ListColumn,
  type ListPart,
  type ListRow,
} from './list';
export { PLACES, SECTIONS, type Section } from './sections';
export { LONGEST_NOTE, type Acting, type Action, type ActionEnd, type Field, type Question } from './action';
