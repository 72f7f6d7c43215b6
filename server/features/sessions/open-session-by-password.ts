import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordNoticeView } from '#features/privacy-notice/repository.ts'
import type { Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { ACCOUNT_TABLES, type Account } from './accounts.ts'
import { describeDevice } from './describe-device.ts'
import { findDeviceOfGuard } from './enrol-device.ts'
import { recordLogin } from './record-login.ts'
import { createSession } from './sessions.ts'

export interface Visitor {
  readonly address: string
  readonly userAgent: string | undefined
  readonly reqId?: string
  /** Secret of the enrolled gate device that sends the login (rules 24.23). */
  readonly gateSecret?: string | undefined
  /** Version of the privacy notice that the login page showed (rules 26.15). */
  readonly privacyNotice?: number | undefined
}

type LoginRequest = Pick<FastifyRequest, 'id' | 'ip' | 'headers'> & {
  readonly body: Pick<Visitor, 'privacyNotice'>
}

export const toVisitor = ({ id, ip, headers, body }: LoginRequest): Visitor => ({
  reqId: id,
  address: ip,
  userAgent: headers['user-agent'],
  gateSecret: headers['x-gate-device']?.toString(),
  privacyNotice: body.privacyNotice,
})

/**
 * Opens a session after a right password, in the caller's transaction. Returns null if, since the check, the
 * password was changed, the account was deleted or a second factor was turned on.
 */
export function openSessionByPassword(
  tx: Tx,
  account: Account,
  passwordHash: string | null,
  visitor: Visitor,
): Promise<{ token: string } | null> {
  const updateQuery = updateLastSeen(tx, account).where('password_hash', '=', passwordHash)
  return openSession(
    tx,
    account,
    account.area === 'client' ? updateQuery : updateQuery.where('totp_since', 'is', null),
    visitor,
  )
}

export function openSessionByCode(
  tx: Tx,
  account: Account,
  visitor: Visitor,
  loginDetail?: string,
): Promise<{ token: string } | null> {
  return openSession(
    tx,
    account,
    updateLastSeen(tx, account).where('totp_since', 'is not', null),
    visitor,
    loginDetail,
  )
}

/**
 * Builds the query that updates the account's last activity. The query locks the account's row, so this login
 * and a call that ends the account's sessions run one after the other. The caller adds a condition that the
 * credentials are still valid. `first` in the result: the account had never logged in before.
 */
function updateLastSeen(tx: Tx, { area, id }: Account) {
  const table = ACCOUNT_TABLES[area]
  return tx
    .updateTable(table)
    .set({ last_seen: CLOCK })
    .where('id', '=', id)
    .$if(area !== 'super-admin', (query) => query.where('status', '<>', DELETED_STATUS))
    .returning((eb) =>
      eb
        .selectFrom(table)
        .select(sql<boolean>`last_seen is null`.as('first'))
        .where('id', '=', id)
        .as('first'),
    )
}

async function openSession(
  tx: Tx,
  { area, id }: Account,
  update: ReturnType<typeof updateLastSeen>,
  { address, userAgent, gateSecret, privacyNotice }: Visitor,
  loginDetail?: string,
): Promise<{ token: string } | null> {
  const account = await update.executeTakeFirst()
  if (!account) return null
  const device = await findDeviceOfGuard(tx, { area, id }, gateSecret)
  const { token } = await createSession(tx, area, id, {
    device: device ? device.label : describeDevice(userAgent),
    address,
    first: account.first ?? false,
    gateDeviceId: device?.id,
  })
  await recordLogin(tx, { area, id }, address, device ? `At the gate: ${device.label}.` : loginDetail)
  if (privacyNotice !== undefined) await recordNoticeView(tx, { area, id }, privacyNotice)
  // This event makes the account's other devices reload their list of sessions.
  await publishEvent(tx, 'account', { area, id })
  return { token }
}
