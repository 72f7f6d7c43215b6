import type { DeliveryHook, PushExtras } from '#features/deliveries/delivery-hooks.ts'
import { resendPushMessages } from '#features/deliveries/repository.ts'
import {
  notifyTenant,
  notifyTenantGrouped,
  updateRecentNotification,
} from '#features/notifications/notify.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { getSharedSecret, deriveToken } from '#platform/db/get-shared-secret.ts'
import { listWalkInsOfNotifications, toWalkInLink, type WalkInRow } from './repository.ts'

export async function notifyResidentOfWalkIn(
  tx: Tx,
  { id, tenant_id: tenantId, ...row }: WalkInRow,
): Promise<void> {
  await notifyTenant(tx, {
    tenantId,
    kind: 'gate',
    title: `Let in ${row.name}?`,
    message: [
      row.purpose,
      ...(row.people > 1 ? [`${row.people} people`] : []),
      row.gate ?? 'At the gate',
    ].join(' · '),
    brief: 'Somebody is at the gate for you. Let them in?',
    link: toWalkInLink(id),
    urgent: true,
  })
}

type WalkInOutcome = Pick<WalkInRow, 'id' | 'tenant_id' | 'name' | 'purpose' | 'state' | 'answered_by'>

/**
 * Notifies a resident whether a visitor was admitted. This replaces the question, in the bell and on phones.
 * If no question was sent, because the guard had to phone, the resident gets at most one such notification an
 * hour.
 */
export async function notifyResidentOfOutcome(tx: Tx, outcome: WalkInOutcome): Promise<void> {
  const { id, tenant_id: tenantId } = outcome
  const outcomeNotification = { kind: 'gate', tenantId, ...describeOutcome(outcome) } as const
  const updatedNotificationId = await updateRecentNotification(tx, {
    ...outcomeNotification,
    link: toWalkInLink(id),
  })
  if (updatedNotificationId === undefined)
    return notifyTenantGrouped(tx, { ...outcomeNotification, title: 'A visitor at the gate', link: '/' })
  await resendPushMessages(tx, updatedNotificationId)
}

function describeOutcome({ name, purpose, state, answered_by: by }: WalkInOutcome) {
  const deciderText = by === 'guard' ? 'The guard decided, since nobody had answered.' : 'You answered.'
  if (state === 'allowed')
    return {
      title: `${name} was let in`,
      message: `${purpose}. ${deciderText}`,
      brief: 'Your visitor was let in at the gate',
    }
  if (state === 'denied')
    return {
      title: `${name} was not let in`,
      message: `${purpose}. ${deciderText}`,
      brief: 'Your visitor was not let in at the gate',
    }
  return {
    title: `${name} asked to be let in`,
    message: `${purpose}. Nobody answered, so the gate calls you.`,
    brief: 'Nobody answered the gate, so it calls you',
  }
}

export const walkInDeliveryHook: DeliveryHook = {
  findDropReasons: async (tx, ids) =>
    new Map(
      (await listWalkInsOfNotifications(tx, ids))
        .filter(({ waits, seconds }) => waits && seconds <= 0)
        .map(({ notificationId }) => [notificationId, 'Nobody answered in time.'] as const),
    ),
  pushExtras: async (db, notificationId): Promise<PushExtras | undefined> => {
    const [walkIn] = await listWalkInsOfNotifications(db, [notificationId])
    if (!walkIn) return undefined
    const tag = `walk-in-${walkIn.id}`
    const { waits, seconds, byPush, key } = walkIn
    if (!waits || seconds <= 0) return { tag, ttl: RESULT_SECONDS, payload: { silent: true } }
    const token = byPush ? await deriveAnswerToken(db, key) : undefined
    return { tag, ttl: seconds, payload: { seconds, token } }
  },
}

export const deriveAnswerToken = async (db: DbOrTx, key: string): Promise<string> =>
  deriveToken(await getSharedSecret(db, 'walkInAnswers'), key)

const RESULT_SECONDS = 600
