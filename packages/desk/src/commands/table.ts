import { ACTED } from './actions';
import { alertsAct } from './alerts';
import { caseAct, caseShow } from './cases';
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
  ...ACTED,
  ...LISTED,
  'alerts.act': alertsAct,
  'call.list': callsListed,
  'case.act': caseAct,
  'case.show': caseShow,
  'catalogue.report': catalogueReport,
  'catalogue.run': catalogueRun,
  'customer.erase': customerErase,
  'customer.export': customerExport,
  'dead.act': deadAct,
  'dead.change-run': deadChangeRun,
  'dead.choose': deadChoose,
  'dead.forecast': deadForecast,
  'dead.list': messagesListed,
  'dead.resume': deadResume,
  'dead.reveal': deadReveal,
  'dead.run': deadRun,
  'dead.show': deadShow,
  'dead.start': deadStart,
  'events.reveal': eventsReveal,
  'events.show': eventsShow,
  'list.table': listTable,
  'golive.certificate': goliveCertificate,
  'golive.issuers': goliveIssuers,
  'golive.key': goliveKey,
  'golive.show': goliveShow,
  'link.export': linksInFile,
  'link.show': linkShow,
  'order.close-return': orderCloseReturn,
  'order.find': orderFind,
  'order.list': orderListed,
  'order.release-return': orderReleaseReturn,
  'order.show': orderShow,
  'order.unplaced': orderUnplaced,
  'route.explain': routeExplain,
  'route.policies': routePolicies,
  'route.replay': routeReplay,
  'route.try': routeTry,
  settlement,
  'shop.history': shopHistory,
  'shop.list': shopList,
  'shop.show': shopShow,
  'stock.blocks': stockBlocks,
};

export type CommandName = keyof typeof DESK_COMMANDS;
