const USUAL_PORT = 8091;

/** Where the door listens: as configured, otherwise the port in its address on this machine. */
export function doorPort({
  DOOR_URL: url,
  DOOR_PORT: port,
}: {
  DOOR_URL?: string | undefined;
  DOOR_PORT?: number | undefined;
}): number {
  if (port !== undefined) return port;
  if (url === undefined) return USUAL_PORT;
  const { protocol, port: named } = new URL(url);
  return protocol === 'http:' && named !== '' ? Number(named) : USUAL_PORT;
}
