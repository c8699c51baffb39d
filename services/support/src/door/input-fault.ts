import { PageError } from '../web/layout/page-error';

/** A field that is missing or malformed; names the field, never its value. */
export class InputFault extends PageError {
  constructor(field: string) {
    super(422, `What was sent cannot be read${field && `: ${field}`}.`, field);
    this.name = 'InputFault';
  }
}
