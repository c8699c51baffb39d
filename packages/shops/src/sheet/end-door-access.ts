import type { Tx } from '@hub/database';

/**
 * Ends the door access of contacts that are no longer on a shop's sheet (D35): links, sessions and tokens, so that none
 * becomes valid again if they return to the sheet.
 * @param contacts those of the sheet from now on, addresses by name
 */
export async function endDoorAccess(
  tx: Tx,
  shopId: number,
  contacts: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(contacts);
  const addresses = Object.values(contacts).map((address) => address.trim().toLowerCase());
  await tx.$executeRaw`
    UPDATE "door_token" t SET "revoked_at" = now() WHERE t."shop_id" = ${shopId} AND t."revoked_at" IS NULL
      AND NOT EXISTS (SELECT FROM unnest(${names}::text[], ${addresses}::text[]) AS c (name, address)
        WHERE c.name = t."contact" AND c.address = t."address")`;
  await tx.$executeRaw`
    UPDATE "door_link" l SET "expires_at" = now() WHERE l."shop_id" = ${shopId} AND l."used_at" IS NULL AND l."expires_at" > now()
      AND NOT EXISTS (SELECT FROM unnest(${names}::text[], ${addresses}::text[]) AS c (name, address)
        WHERE c.name = l."contact" AND c.address = l."address")`;
  await tx.$executeRaw`
    DELETE FROM "door_session" s WHERE s."sess" -> 'contact' ->> 'shopId' = ${String(shopId)}
      AND NOT EXISTS (SELECT FROM unnest(${names}::text[], ${addresses}::text[]) AS c (name, address)
        WHERE c.name = s."sess" -> 'contact' ->> 'contact' AND c.address = s."sess" -> 'contact' ->> 'address')`;
}
