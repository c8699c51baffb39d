export { correctionSubject, correctPackage, type Correction, type Corrected } from './correct-package';
export { CORRECTION_REFUSALS, CorrectedTracking } from './decide-correction';
