/**
 * A document from the side that must not be broken: the store. Where the store is the server, the service's requests
 * are what it gets and its receipts what it must give, so both are swapped before they are compared as of a server.
 * Where the service is the server, the document stays as it is.
 */
export function mirrored(document) {
  if (!document.openapi || !document.servers.some(({ url }) => url === '{store_api_root}')) return document;
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, swapped(operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function swapped({ requestBody, responses, ...operation }) {
  const { 200: receipt, ...errors } = responses;
  return {
    ...operation,
    requestBody: { required: true, content: receipt.content },
    responses: {
      ...errors,
      200: { description: receipt.description, ...(requestBody && { content: requestBody.content }) },
    },
  };
}
