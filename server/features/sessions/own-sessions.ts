import { SESSION } from '@tahanan/contract/limits.ts'
import type { Actor } from '../../platform/actor.ts'
import { recordLogout } from '../../platform/audit/logins.ts'
import type { Db } from '../../platform/db/client.ts'
import { prepared } from '../../platform/db/client.ts'
import { PortalError } from '../../platform/errors.ts'
import { tell } from '../../platform/realtime/outbox.ts'
import { change } from '../../platform/services.ts'
import type { Services } from '../../platform/services.ts'
import { endSession, endSessions } from './sessions.ts'

/** One of the caller's own sessions, without its token. */
export interface OwnSession {
  id: number
  /** In words: 'Chrome on Android'; empty where the browser said nothing. */
  device: string
  address: string
  created_at: Date
  /** To the minute. */
  active_at: Date
  current: boolean
}

/** The caller's living sessions: this one first, then the last used. */
export function listSessions(db: Db, { area, id, sessionId }: Actor): Promise<OwnSession[]> {
  return prepared<OwnSession>(
    db,
    'sessions.own',
    `select id, device, address, created_at, active_at, id = $3 as current from sessions
     where area = $1 and account_id = $2
       and active_at > now() - make_interval(secs => ${SESSION.idleSeconds})
       and created_at > now() - make_interval(secs => ${SESSION.maxAgeSeconds})
     order by current desc, active_at desc, id desc limit 200`,
    [area, id, sessionId],
  )
}

/** Ends one of the caller's own sessions, at once and with its live connection. 404 where it is none of theirs or over. */
export async function endOwnSession(
  services: Services,
  actor: Actor,
  sessionId: number,
  address: string,
): Promise<void> {
  await change(services, async (tx) => {
    const own = await tx
      .selectFrom('sessions')
      .select('device')
      .where('id', '=', sessionId)
      .where('area', '=', actor.area)
      .where('account_id', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!own) throw new PortalError('notFound')
    await endSession(tx, sessionId)
    await tell(tx, 'account', { area: actor.area, id: actor.id })
    await recordLogout(tx, actor, address, sessionId === actor.sessionId ? undefined : ended(own.device))
  })
}

const ended = (device: string): string => `Ended another session${device && ` (${device})`}.`

/** Ends all of the caller's sessions but this one, and logins that wait for a code. Answers how many sessions it were. */
export function endOtherSessions(services: Services, actor: Actor, address: string): Promise<number> {
  return change(services, async (tx) => {
    const count = await endSessions(tx, actor.area, actor.id, actor.sessionId)
    if (count > 0) await recordLogout(tx, actor, address, `Ended all other sessions (${count}).`)
    await tell(tx, 'account', { area: actor.area, id: actor.id })
    return count
  })
}
