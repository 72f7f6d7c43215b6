import type { Actor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { createInvalidInputError, PortalError } from '#platform/errors.ts'
import { isAuthSecret, isPublicKey } from './load-push-key.ts'
import { isPushEndpoint, type PushConfig } from './push-config.ts'
import { deleteSurplusSubscriptions, lockSession, saveSubscription, type PushTarget } from './repository.ts'

/** Maximum number of browsers to which one tenant gets push messages (rules 23.34). */
const MAX_BROWSERS = 10

/**
 * Saves a browser's push subscription. The browser repeats the call at each visit, which updates the time of
 * its last visit. Throws 400 for a URL of an unknown push service or for invalid keys, and 401 if the session
 * has ended.
 */
export async function createSubscription(
  tx: Tx,
  { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
  config: PushConfig,
  { endpoint, ...keys }: PushTarget,
): Promise<void> {
  if (!isPushEndpoint(config, endpoint))
    throw createInvalidInputError({ endpoint: ['This is not the address of a push service.'] })
  if (!isPublicKey(keys.p256dh) || !isAuthSecret(keys.auth))
    throw createInvalidInputError({ keys: ['These are not keys for push messages.'] })
  const session = await lockSession(tx, { id, sessionId })
  if (!session) throw new PortalError('noSession')
  await saveSubscription(tx, {
    endpoint,
    ...keys,
    tenant_id: id,
    session_id: sessionId,
    device: session.device,
  })
  await deleteSurplusSubscriptions(tx, id, MAX_BROWSERS)
}
