import { decideLinks } from '../links/decide-links';
import { importLinks } from '../links/import-links';
import { confirmCapability } from '../golive/confirm-capability';
import { overruleCheck } from '../golive/overrule-check';
import { signOff } from '../golive/sign-off';
import { acceptCatalogue, pullCatalogue } from '../catalogue/catalogue-actions';
import { bounceMail } from '../mails/bounce-action';
import { editMessage, revertEdit } from '../messages/edit-dead-letter';
import { closeEvent } from '../orders/actions/close-event';
import { correctAddress } from '../orders/actions/correct-address';
import { correctPackage } from '../orders/actions/correct-package';
import { endHold } from '../orders/actions/end-hold';
import { endRest } from '../orders/actions/end-rest';
import { askAgain, closeLine } from '../orders/actions/line-actions';
import { promiseShipping } from '../orders/actions/promise-shipping';
import { remindShop } from '../orders/actions/remind-shop';
import { reroute } from '../orders/actions/reroute';
import { settle } from '../orders/actions/settle';
import { takeBack } from '../orders/actions/take-back';
import { tryOrderNow, tryShopNow } from '../orders/actions/try-now';
import { startLabRun, stopLabRun } from '../routing/lab/lab-runs';
import { adoptPolicy, withdrawPolicy } from '../routing/policies';
import { pauseShop, unpauseShop } from '../shops/pause-actions';
import { rerouteShop } from '../orders/actions/reroute-shop';
import { resumeCalls, liftBlock } from '../shops/shop-actions';
import { takeTokenBack, testToken } from '../shops/token-actions';
import { alertsAct } from './alerts';
import { caseAct, caseShow } from './cases';
import { ofAction, ofOrderAction, ofTriedAction } from './command';
import { customerErase, customerExport } from './customers';
import { deadAct, deadResume } from './dead/act-on-dead';
import { deadReveal, deadShow } from './dead/list-dead';
import { deadChangeRun, deadChoose, deadForecast, deadRun, deadStart } from './dead/runs';
import { eventsReveal, eventsShow } from './events/sent-events';
import { goliveCertificate, goliveIssuers, goliveKey, goliveShow } from './golive';
import { linkShow } from './links';
import { callsListed, linksInFile, LISTED, listTable, messagesListed, orderListed } from './lists';
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
  ...LISTED,
  'alerts.act': alertsAct,
  'call.list': callsListed,
  'case.act': caseAct,
  'case.show': caseShow,
  'catalogue.accept': ofAction(acceptCatalogue),
  'catalogue.pull': ofAction(pullCatalogue),
  'catalogue.report': catalogueReport,
  'catalogue.run': catalogueRun,
  'customer.erase': customerErase,
  'customer.export': customerExport,
  'dead.act': deadAct,
  'dead.change-run': deadChangeRun,
  'dead.choose': deadChoose,
  'dead.edit': ofAction(editMessage),
  'dead.forecast': deadForecast,
  'dead.list': messagesListed,
  'dead.resume': deadResume,
  'dead.reveal': deadReveal,
  'dead.revert': ofAction(revertEdit),
  'dead.run': deadRun,
  'dead.show': deadShow,
  'dead.start': deadStart,
  'events.reveal': eventsReveal,
  'events.show': eventsShow,
  'list.table': listTable,
  'golive.certificate': goliveCertificate,
  'golive.confirm': ofAction(confirmCapability),
  'golive.issuers': goliveIssuers,
  'golive.key': goliveKey,
  'golive.overrule': ofAction(overruleCheck),
  'golive.show': goliveShow,
  'golive.sign-off': ofAction(signOff),
  'link.decide': ofAction(decideLinks),
  'link.export': linksInFile,
  'link.import': ofAction(importLinks),
  'link.show': linkShow,
  'order.ask-again': ofOrderAction(askAgain),
  'order.close-event': ofOrderAction(closeEvent),
  'order.close-line': ofOrderAction(closeLine),
  'order.close-return': orderCloseReturn,
  'order.correct-address': ofOrderAction(correctAddress),
  'order.end-hold': ofOrderAction(endHold),
  'order.end-rest': ofAction(endRest),
  'order.promise': ofAction(promiseShipping),
  'order.remind': ofAction(remindShop),
  'order.take-back': ofAction(takeBack),
  'order.find': orderFind,
  'order.list': orderListed,
  'order.release-return': orderReleaseReturn,
  'order.reroute': ofTriedAction(reroute, (end, rerouted) => ({ ...end, rerouted })),
  'order.settle': ofAction(settle),
  'order.show': orderShow,
  'order.try-now': ofOrderAction(tryOrderNow),
  'order.unplaced': orderUnplaced,
  'package.correct': ofAction(correctPackage),
  'route.adopt-policy': ofAction(adoptPolicy),
  'route.explain': routeExplain,
  'route.policies': routePolicies,
  'route.replay': routeReplay,
  'route.try': routeTry,
  'route.start-lab': ofAction(startLabRun),
  'route.stop-lab': ofAction(stopLabRun),
  'route.withdraw-policy': ofAction(withdrawPolicy),
  settlement,
  'shop.history': shopHistory,
  'shop.mail-bounced': ofAction(bounceMail),
  'shop.list': shopList,
  'shop.pause': ofAction(pauseShop),
  'shop.reroute': ofTriedAction(rerouteShop, (end, carried_out) => ({ ...end, carried_out })),
  'shop.resume': ofAction(resumeCalls),
  'shop.show': shopShow,
  'shop.take-token-back': ofAction(takeTokenBack),
  'shop.test-token': ofAction(testToken),
  'shop.try-now': ofAction(tryShopNow),
  'shop.unpause': ofAction(unpauseShop),
  'stock.blocks': stockBlocks,
  'stock.lift-block': ofAction(liftBlock),
};

export type CommandName = keyof typeof DESK_COMMANDS;
