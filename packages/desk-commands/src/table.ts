import { confirmCapability, overruleCheck, signOff } from '@hub/go-live';
import * as desk from '@hub/support-desk';
import { alertsAct } from './alerts';
import { caseAct, caseShow } from './cases';
import { ofAction, ofOrderAction, ofTriedAction } from './command';
import { customerErase, customerExport } from './customers';
import { deadAct, deadResume } from './dead/act-on-dead';
import { deadReveal, deadShow } from './dead/list-dead';
import { deadChangeRun, deadChoose, deadForecast, deadRun, deadStart } from './dead/runs';
import { eventsReveal, eventsShow } from './events/sent-events';
import { linkDecide, linkImport, linkShow } from './links';
import {
  alertsListed,
  auditListed,
  callsListed,
  casesListed,
  catalogueRunsListed,
  firstListed,
  causesListed,
  eventsListed,
  linksInFile,
  linksListed,
  linksWaiting,
  figuresListed,
  listTable,
  messagesListed,
  orderListed,
  healthListed,
  mailsListed,
  owedListed,
  ratesListed,
  returnedListed,
  risksListed,
  runsListed,
  settledListed,
  unlinkedListed,
} from './lists';
import { settlement } from './money/settlement';
import { orderFind, orderShow } from './orders/find-orders';
import { orderCloseReturn, orderReleaseReturn } from './orders/returns';
import { orderUnplaced } from './orders/unplaced';
import { routePolicies } from './routing/policies';
import { routeExplain, routeReplay, routeTry } from './routing/routing';
import { catalogueReport, catalogueRun } from './shops/catalogue';
import { shopHistory, shopList } from './shops/shops';
import { shopShow } from './shops/show-shop';
import { stockBlocks } from './stock';

/** Every request of the hub command to the desk, by name: `POST /api/v1/commands/<name>`. */
export const DESK_COMMANDS = {
  'alerts.act': alertsAct,
  'alerts.list': alertsListed,
  'audit.list': auditListed,
  'call.list': callsListed,
  'case.act': caseAct,
  'case.first': firstListed,
  'case.list': casesListed,
  'case.show': caseShow,
  'catalogue.accept': ofAction(desk.acceptCatalogue),
  'catalogue.pull': ofAction(desk.pullCatalogue),
  'catalogue.report': catalogueReport,
  'catalogue.run': catalogueRun,
  'catalogue.runs': catalogueRunsListed,
  'catalogue.unlinked': unlinkedListed,
  'customer.erase': customerErase,
  'customer.export': customerExport,
  'dead.act': deadAct,
  'dead.change-run': deadChangeRun,
  'dead.choose': deadChoose,
  'dead.edit': ofAction(desk.editMessage),
  'dead.forecast': deadForecast,
  'dead.groups': causesListed,
  'dead.list': messagesListed,
  'dead.resume': deadResume,
  'dead.reveal': deadReveal,
  'dead.revert': ofAction(desk.revertEdit),
  'dead.run': deadRun,
  'dead.runs': runsListed,
  'dead.show': deadShow,
  'dead.start': deadStart,
  'events.list': eventsListed,
  'events.reveal': eventsReveal,
  'events.show': eventsShow,
  'list.table': listTable,
  'golive.confirm': ofAction(confirmCapability),
  'golive.overrule': ofAction(overruleCheck),
  'golive.sign-off': ofAction(signOff),
  'link.decide': linkDecide,
  'link.export': linksInFile,
  'link.import': linkImport,
  'link.list': linksListed,
  'link.show': linkShow,
  'link.waiting': linksWaiting,
  'money.lines': settledListed,
  'money.pairs': owedListed,
  'money.returns': returnedListed,
  'order.at-risk': risksListed,
  'order.ask-again': ofOrderAction(desk.askAgain),
  'order.close-event': ofOrderAction(desk.closeEvent),
  'order.close-line': ofOrderAction(desk.closeLine),
  'order.close-return': orderCloseReturn,
  'order.correct-address': ofOrderAction(desk.correctAddress),
  'order.end-hold': ofOrderAction(desk.endHold),
  'order.end-rest': ofAction(desk.endRest),
  'order.promise': ofAction(desk.promiseShipping),
  'order.remind': ofAction(desk.remindShop),
  'order.take-back': ofAction(desk.takeBack),
  'order.find': orderFind,
  'order.list': orderListed,
  'order.release-return': orderReleaseReturn,
  'order.reroute': ofTriedAction(desk.reroute, (end, rerouted) => ({ ...end, rerouted })),
  'order.settle': ofAction(desk.settle),
  'order.show': orderShow,
  'order.try-now': ofOrderAction(desk.tryOrderNow),
  'order.unplaced': orderUnplaced,
  'package.correct': ofAction(desk.correctPackage),
  'route.adopt-policy': ofAction(desk.adoptPolicy),
  'route.explain': routeExplain,
  'route.policies': routePolicies,
  'route.replay': routeReplay,
  'route.try': routeTry,
  'route.start-lab': ofAction(desk.startLabRun),
  'route.stop-lab': ofAction(desk.stopLabRun),
  'route.withdraw-policy': ofAction(desk.withdrawPolicy),
  settlement,
  'shop.figures': figuresListed,
  'shop.health': healthListed,
  'shop.history': shopHistory,
  'shop.mail-bounced': ofAction(desk.bounceMail),
  'shop.mails': mailsListed,
  'shop.list': shopList,
  'shop.pause': ofAction(desk.pauseShop),
  'shop.reroute': ofTriedAction(desk.rerouteShop, (end, carried_out) => ({ ...end, carried_out })),
  'shop.resume': ofAction(desk.resumeCalls),
  'shop.show': shopShow,
  'shop.take-token-back': ofAction(desk.takeTokenBack),
  'shop.test-token': ofAction(desk.testToken),
  'shop.try-now': ofAction(desk.tryShopNow),
  'shop.unpause': ofAction(desk.unpauseShop),
  'stock.blocks': stockBlocks,
  'stock.lift-block': ofAction(desk.liftBlock),
  'vat.list': ratesListed,
};

export type CommandName = keyof typeof DESK_COMMANDS;
