import { bySize, type StoredTable } from './stored-table';

/** Tables of support: problems, cases, figures, the audit and sign-ins. */
export const SUPPORT_TABLES: Readonly<Record<string, StoredTable>> = {
  alert: { grows: 'problem', bytes: 700, kept: '400 days after it was resolved', rules: ['resolved alerts'] },
  alert_notice: { grows: 'problem', kept: 'with its alert; no longer written', rules: ['resolved alerts'] },
  support_case: {
    grows: 'problem',
    bytes: 500,
    kept: '90 days after it was closed',
    rules: ['closed cases'],
  },
  support_case_item: { grows: 'problem', bytes: 300, kept: 'with its case', rules: ['closed cases'] },
  support_case_entry: {
    grows: 'problem',
    rows: 3,
    bytes: 300,
    kept: 'with its case',
    rules: ['closed cases'],
  },
  support_case_notice: {
    grows: 'problem',
    rows: 3,
    bytes: 120,
    kept: 'with its case',
    rules: ['closed cases'],
  },
  shop_mail: { grows: 'problem', bytes: 1_000, kept: '90 days', rules: ['mails to shops'] },
  support_action: { grows: 'action', bytes: 400, why: 'The audit is never changed: a trigger refuses it.' },
  hour_figure: {
    grows: 'hour',
    bytes: 120,
    kept: '32 days; of single shops 2 days',
    rules: ['figures by the hour', 'figures of shops by the hour'],
  },
  day_figure: { grows: 'hour', rows: 0.05, bytes: 120, kept: '32 days', rules: ['figures by the day'] },
  stock_sample: {
    grows: 'hour',
    bytes: 100,
    kept: '32 days, and the last one before',
    removedBy: "support's sweep of stock samples, when it adds new ones",
  },
  routing_lab_run: { grows: 'action', bytes: 2_000, kept: '90 days', rules: ['lab runs'] },
  routing_lab_line: {
    grows: 'action',
    rows: 5_000,
    bytes: 250,
    kept: '90 days',
    rules: ['lab runs'],
  },
  routing_policy: {
    grows: 'action',
    rows: 0.01,
    bytes: 300,
    why: 'It says by which policy orders were routed.',
  },
  support_session: bySize('the session library, when it ends'),
  saved_view: bySize('the agent who saved it'),
  desk_token: { grows: 'action', rows: 0.01, bytes: 300, why: 'The audit names tokens, revoked ones too.' },
  door_token: { grows: 'action', rows: 0.01, bytes: 300, why: 'The audit names tokens, revoked ones too.' },
  door_link: { grows: 'action', bytes: 300, kept: '90 days', rules: ["sign-in links of shops' doors"] },
  door_session: bySize('the session library, when it ends'),
};
