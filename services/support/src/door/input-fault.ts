import { PageError } from '../web/layout/page-error';

/** Something that was sent is missing, or is not of its form; names the field, never what stands there. */
export class InputFault extends PageError {
  constructor(readonly field: string) {
    super(400, field === '' ? 'What was sent cannot be read.' : `What was sent cannot be read: ${field}.`);
    this.name = 'InputFault';
  }
}
