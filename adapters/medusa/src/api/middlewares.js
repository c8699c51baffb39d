const { defineMiddlewares } = require('@medusajs/framework/http');
const { openKit } = require('../hub/kit');

const { kit, start } = openKit();
void start();

/** The service calls `/hub/…`, with bodies that nobody has parsed: their raw bytes are signed. */
exports.default = defineMiddlewares({
  routes: [
    { matcher: '/hub/*', bodyParser: false },
    { matcher: '/hub', middlewares: [kit.router] },
  ],
});
