export { blankByAge, blankDerived } from './blank-rows';
export { eraseCustomer, type CustomerErasure } from './erase-customer';
export { exportCustomer, type CustomerExport } from './export-customer';
export { type CustomerName } from './find-customer';
