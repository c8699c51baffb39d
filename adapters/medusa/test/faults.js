/**
 * What goes wrong in a trial, loaded before the shop: `SHOP_FAULT=lose-events` is a bus that loses every event,
 * `SHOP_FAULT=die-after:createOrders` ends the process as soon as Medusa has committed that.
 */
const [fault, step] = (process.env.SHOP_FAULT ?? '').split(':');

const SERVICES = {
  createOrders: '@medusajs/order/dist/services/order-module-service.js',
  createReservationItems: '@medusajs/inventory/dist/services/inventory-module.js',
  createPaymentCollections: '@medusajs/payment/dist/services/payment-module.js',
  authorizePaymentSession: '@medusajs/payment/dist/services/payment-module.js',
  capturePayment_: '@medusajs/payment/dist/services/payment-module.js',
  capturePayment: '@medusajs/payment/dist/services/payment-module.js',
};

if (fault === 'lose-events') {
  const bus = require('@medusajs/event-bus-local/dist/services/event-bus-local.js').default;
  bus.prototype.emit = async () => {};
}

if (fault === 'die-after') {
  const service = require(SERVICES[step]).default;
  const carryOut = service.prototype[step];
  service.prototype[step] = async function dying(...args) {
    await carryOut.apply(this, args);
    process.kill(process.pid, 'SIGKILL');
  };
}
