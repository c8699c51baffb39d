export {
  countAtRisk,
  countRisksByShop,
  countSituations,
  listAtRisk,
  type AtRisk,
} from './at-risk/orders-at-risk';
export { resolveComeAgain, settleRecovered } from './at-risk/settle-recovered';
export { readStoreWords, storeWordsOf } from './at-risk/store-words';
export { alertsStillAtRisk, failedMessagesStillAtRisk } from './at-risk/still-at-risk';
export { ORDER_ALERT_KINDS, RISK_SITUATIONS, whoMustAct, type RiskSituation } from './at-risk/situations';
export { actOnCase } from './cases/act-on-case';
export type { EntryKind } from './cases/case-entries';
export { listColleagues, nameOfActor } from './cases/colleagues';
export { CASE_REFUSAL_LABELS, type CaseAction } from './cases/decide-case-action';
export { countCases, findCaseOfAlert, listCases } from './cases/list-cases';
export type { CaseFilter, CaseListQuery, ListedCase } from './cases/list-cases';
export {
  CASE_SHOWS,
  showCase,
  type CaseEntry,
  type CaseFailedMessage,
  type ShownCase,
} from './cases/show-case';
export { CASE_ITEMS_AT_ONCE } from './cases/case-records';
export { sweepCases } from './cases/sweep-cases';
export { actingBy } from './actions/acting-by';
export { recordActions } from './actions/record-actions';
export { includesRole, lesserRole, Role, ROLES } from './roles';
export {
  findDeskToken,
  issueDeskToken,
  listDeskTokens,
  revokeDeskToken,
  type DeskTokenView,
  type FoundToken,
  type IssuedIdentity,
  type TokenOwner,
} from './tokens/desk-tokens';
export { followIssuer } from './tokens/follow-issuer';
export { hashOf, newSecretText } from './tokens/secret-text';
export { csvHead, csvRow } from './csv';
export { ACTION_LABELS, describeAction } from './actions/action-labels';
export { nameSubjects } from './actions/name-subjects';
export { auditTrail, type AuditEntry, type AuditQuery } from './actions/audit-trail';
export type { RecordedChange } from './actions/recorded-change';
export {
  actOnAlerts,
  ALERT_REFUSAL_LABELS,
  countAlerts,
  countNewerAlerts,
  findAlert,
  listAlerts,
  type AlertPlace,
  type AlertRefusal,
  type AlertSummary,
} from './alerts/alerts';
export * from './dead-letters';
export { advanceBulkRuns, deferBulkRun } from './bulk-runs/advance-run';
export { advanceRunsByEffect } from './bulk-runs/advance-by-effect';
export { RUN_REFUSAL_LABELS } from './bulk-runs/decide-by-effect';
export { canChange, changeBulkRun, RUN_CHANGES, type RunChange } from './bulk-runs/change-run';
export { findBulkRun, listBulkRuns, listRunsOfSelection } from './bulk-runs/list-runs';
export type { ListedRun, RunListQuery } from './bulk-runs/list-runs';
export { ORDER_REASONS, OrderArticle } from './orders/order-filter-fields';
export { startBulkRun, type StartedRun } from './bulk-runs/start-run';
export { findOrders, findOrdersByEmail, type FoundOrder } from './orders/find-orders';
export { searchKey } from './orders/search-key';
export { findOrdersAlike, searchOrders, type Found } from './orders/search-orders';
export { type FoundArticle } from './orders/find-articles';
export {
  listCalls,
  type CallFilter,
  type CallListPage,
  type CallListQuery,
  type ListedCall,
} from './calls/list-calls';
export { showCall, type CallAttempt, type ShownCall } from './calls/show-call';
export type { ShopOfOrder } from './orders/describe-decision-lines';
export { orderTimeline, type OrderTimeline } from './orders/order-timeline';
export { revealCustomer, type CustomerData, type RevealedCustomer } from './orders/reveal-customer';
export { blankByAge, blankDerived } from './customer/blank-rows';
export { eraseCustomer, type CustomerErasure } from './customer/erase-customer';
export { exportCustomer, type CustomerExport } from './customer/export-customer';
export { type CustomerName } from './customer/find-customer';
export {
  listSentEvents,
  type EventPlace,
  type EventSort,
  type ListedEvent,
  type SentEventQuery,
} from './events/list-sent-events';
export { findRefusedEvents } from './events/find-refused-events';
export { sendAsShop } from './events/send-as-shop';
export type { SentEventFilter } from './events/sent-event-filter';
export {
  revealSentBody,
  showSentEvent,
  type Sending,
  type ShownBody,
  type ShownEvent,
} from './events/show-sent-event';
export { calculationSteps } from './orders/calculation-steps';
export {
  HELD_REASONS,
  percent,
  WAITING_REASONS,
  whyHeld,
  whyRuledOut,
  whyWaiting,
} from './orders/reason-texts';
export { ORDER_HEADLINES, OrderHeadline } from './orders/headline';
export {
  listOrders,
  orderListQuery,
  type ListedOrder,
  type OrderListPage,
  type OrderListQuery,
  type OrderPlace,
} from './orders/list-orders';
export type { OrderListFilter } from './orders/order-list-filter';
export { needsAttention, type NeedsAttention } from './overview/needs-attention';
export { listCatalogueFaults, type CatalogueFault } from './shops/list-catalogue-faults';
export { listOutOfSync, type OutOfSyncQuantity } from './shops/list-out-of-sync';
export { callFigures, type CallFigures } from './shops/call-figures';
export { shopHealth, type ShopHealth } from './shops/shop-health';
export {
  LONGEST_NOTE,
  type Acting,
  type Action,
  type ActionEnd,
  type Field,
  type Question,
} from './engine/action';
export * from './orders/actions';
export { correctAddress } from './orders/repair-order';
export { restOf } from './orders/rest-of-order';
export { rerouteLabel } from './orders/reroute-label';
export { closedLinesMail, type ShopMail } from './orders/closed-lines-mail';
export { forecastReroutes, type RerouteForecast } from './orders/forecast-reroutes';
export { settleByShop } from './orders/settle-order';
export { isNotShipped, PLACED_WITHIN_MS, SHIP_WITHIN_HOURS, shipBy, type ShopWord } from '@hub/orders';
export { listBlocks, type StockBlock } from './stock/blocks';
export { rerouteShop, type RerouteShopOutcome } from './shops/reroute-shop';
export { liftBlock, resumeCalls } from './shops/shop-actions';
export * from './shops/pause-actions';
export * from './shops/pauses';
export { DESK_REFUSAL_LABELS, type DeskRefusal } from './actions/refusal-labels';
export { FORETOLD_EFFECTS, type ForetoldEffect } from './forecast/replay-forecast';
export { readReturnedLines, readSettlementPart, returnedLinesQuery } from './settlement/read-settlement';
export {
  LINES_PAGE,
  readLinesAfter,
  readPlace,
  settledPageQuery,
  writePlace,
} from './settlement/settled-pages';
export { DecimalSum } from './settlement/decimal-sum';
export { settlementFile } from './settlement/settlement-file';
export { readSettledTotals, settledTotalsQuery } from './settlement/read-settled-totals';
export { owedByPair, owedByPairQuery, owedInAll, type Owed, type OwedInAll } from './settlement/owed-by-pair';
export type { Period } from './settlement/settled-lines';
export { SETTLEMENT_HEAD, settlementCsv, settlementRows, shippedAtIso } from './settlement/settlement-rows';
export {
  countriesWithoutRate,
  listVatRates,
  type CountryWithoutRate,
  type VatRate,
} from './settlement/vat-rates';
export {
  countUnlinked,
  listUnlinked,
  unlinkedQuery,
  type UnlinkedPlace,
  type UnlinkedQuery,
  type UnlinkedShop,
  type UnlinkedVariant,
} from './catalogue/unlinked-variants';
export { dueOf, inPlaces, onSides, ROUNDING_PLACES, type Settlement, type Side } from './settlement/settle';
export { withMinorUnits } from './settlement/with-minor-units';
export { BandKm, PolicyName } from './routing/decide-policy';
export { replayDecisions, type ReplayedOrder } from './routing/replay-decisions';
export { adoptPolicy, listPolicies, withdrawPolicy, type ListedPolicy } from './routing/policies';
export { advanceLabRuns, KEPT_LINES, deferLabRun } from './routing-lab/advance-lab';
export {
  findLabRun,
  listLabLines,
  listLabRuns,
  startLabRun,
  stopLabRun,
  type ListedLabLine,
  type ListedLabRun,
  type ShownLabRun,
} from './routing-lab/lab-runs';
export {
  acceptCatalogue,
  listCatalogueRuns,
  pullCatalogue,
  type ListedCatalogueRun,
} from './catalogue/catalogue-runs';
export { readCatalogueHealth, type HealthOfDay } from './catalogue/catalogue-health';
export { tryBasket, type Basket, type TriedBasket } from './routing/try-basket';
export { shopVersions, type ShopVersion } from '@hub/shops';
export { DURATION_BOUNDS, durationWithin } from './figures/call-durations';
export { countNextHour } from './figures/count-hours';
export { FIGURE_KINDS, type Figure } from './figures/count-window';
export { failuresOverTime, type FailuresOfCause } from './figures/failures-over-time';
export {
  countedUntil,
  liveFigures,
  networkFigures,
  shopFigures,
  type LiveFigures,
  type NetworkFigure,
} from './figures/read-figures';
export { RANGES, timeRange, type Range, type TimeRange } from './figures/time-range';
export { articleStock, type ArticleStock, type ArticleVariant } from './stock/article-stock';
export { SAMPLED_AT_ONCE, sampleStock } from './stock/sample-stock';
export { byVariant } from './links/by-variant';
export { countLinkProposals, type WaitingLinks } from './links/count-link-proposals';
export {
  decideLinks,
  decideLinksTogether,
  LINK_REFUSAL_LABELS,
  type ChosenLink,
  type LinkDecision,
  type LinkOutcome,
  type LinkRefusal,
  type LinkSide,
} from './links/decide-links';
export { readArticle } from './links/article-without-barcode';
export { describeEvidence, type LinkEvidence } from './links/describe-evidence';
export { nextLinkState } from './links/next-link-state';
export { listLinkGroups, type LinkGroupPlace, type ListedLinkGroup } from './links/list-link-groups';
export {
  LINK_CONFIDENCES,
  listLinkProposals,
  type LinkConfidence,
  type LinkGroup,
  type LinkPlace,
  type LinkQuery,
  type ListedLinkProposal,
} from './links/list-link-proposals';
export { importLinks, type LinkImport } from './links/import-links';
export { csvText, DECISION_COLUMN, LINK_COLUMNS, PROPOSAL_COLUMN, type FileColumn } from './links/link-file';
export { LARGEST_LINK_FILE, MOST_LINKS_IN_FILE, type LinkFileFault } from './links/read-link-file';
export * from './words';
export { findOrderOfWork } from './works/find-order-of-work';
export { RESENDABLE, WORKS, type WorkKind } from './works/works';
export type { OrderOfMessage } from './works/work';
