const { defineMiddlewares } = require('@medusajs/framework/http');
const { kit, openStore } = require('../hub/kit');

void openStore();

/** The service calls `/hub/…`, with unparsed bodies: their raw bytes are signed. */
exports.default = defineMiddlewares({
  routes: [
    { matcher: '/hub/*', bodyParser: false },
    { matcher: '/hub', middlewares: [kit.router] },
  ],
});
