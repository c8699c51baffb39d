export interface GivenLocation {
  id: string;
  latitude?: number;
  longitude?: number;
}

/** `1001` or `1001@59.33,18.06`; null for anything else. */
export function parseLocation(text: string): GivenLocation | null {
  const parts = /^(\d+)(?:@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?))?$/.exec(text);
  const [, id, latitude, longitude] = parts ?? [];
  if (id === undefined) return null;
  if (latitude === undefined || longitude === undefined) return { id };
  return { id, latitude: Number(latitude), longitude: Number(longitude) };
}
