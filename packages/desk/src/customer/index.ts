export { blankByAge, blankDerived } from './blank-rows';
export { eraseCustomer } from './erase-customer';
export { exportCustomer } from './export-customer';
