const { defineMiddlewares } = require('@medusajs/framework/http');
const { kit, openStore } = require('../hub/kit');

void openStore();

/** The service calls `/hub/…`, with bodies that nobody has parsed: their raw bytes are signed. */
exports.default = defineMiddlewares({
  routes: [
    { matcher: '/hub/*', bodyParser: false },
    { matcher: '/hub', middlewares: [kit.router] },
  ],
});
