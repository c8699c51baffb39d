export { detailText } from './audit-texts';
export { type AuditEntry, auditTrail } from './audit-trail';
export { DESK_REFUSAL_LABELS } from './refusal-labels';
export { subjectLabel } from './subject-label';
