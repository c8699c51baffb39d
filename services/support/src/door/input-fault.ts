import { PageError } from '../web/layout/page-error';

/** A field that is missing or malformed; names the field, never its value. */
export class InputFault extends PageError {
  constructor(readonly field: string) {
    super(400, field === '' ? 'What was sent cannot be read.' : `What was sent cannot be read: ${field}.`);
    this.name = 'InputFault';
  }
}
