export { exact, exactText, readExact, type Exact } from './exact';
export { minorUnitDigits } from './minor-unit-digits';
export { fitsTheWire, priceLines, type AmountLine, type LineRates } from './price-lines';
export { forShippedPieces, StoredCalculation } from './stored-calculation';
