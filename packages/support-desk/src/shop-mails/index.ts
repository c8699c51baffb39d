export { bounceMail } from './bounce-action';
export { latestMails, listMails, type ShopMailRow } from './list-mails';
export { mailList } from './mail-list';
export { mailCauseLabel } from './mail-causes';
export { MAIL_STATES } from './mail-labels';
export { makeDueMails } from './make-mails';
export { claimMail, endLeftMails, recordMail, type ClaimedMail, type MailOutcome } from './mail-records';
export { mailText } from './mail-text';
