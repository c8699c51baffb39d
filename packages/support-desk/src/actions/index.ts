export { actingBy } from './acting-by';
export { recordActions } from './record-actions';
export { describeAction } from './action-names';
export { auditTrail, type AuditEntry, type AuditQuery } from './audit-trail';
export type { RecordedChange } from './recorded-change';
export { auditList } from './audit-list';
export { detailText } from './audit-texts';
export { subjectWords } from './subject-words';
export { DESK_REFUSAL_LABELS, type DeskRefusal } from './refusal-labels';
