export { bounceMail } from './bounce-action';
export { latestMails, type ShopMailRow } from './list-mails';
export { mailCauseLabel } from './mail-causes';
export { MAIL_STATES } from './mail-labels';
export { type ClaimedMail, claimMail, endLeftMails, type MailOutcome, recordMail } from './mail-records';
export { mailText } from './mail-text';
export { makeDueMails } from './make-mails';
