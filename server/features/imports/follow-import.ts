import { can } from '#platform/actor.ts'
import type { Ack, Authenticate, PortalSocket } from '#platform/realtime/admission.ts'
import { UNIQ_ID } from '@tahanan/contract/billing/statement-import.ts'
import { errorMessage } from '@tahanan/contract/errors.ts'
import { importRoom } from './tell.ts'

/** Imports followed by one socket. */
const MOST_FOLLOWED = 10

/**
 * Lets an administrator who may import statements follow the import that they named (rules 10.7): the one thing a client
 * asks for over the live connection. Everybody else is refused, with the message that the call would give.
 */
export async function followImport(
  socket: PortalSocket,
  authenticate: Authenticate,
  uniqId: unknown,
  ack: unknown,
): Promise<void> {
  const answer: Ack = typeof ack === 'function' ? (ack as Ack) : () => undefined
  if (typeof uniqId !== 'string' || !new RegExp(UNIQ_ID).test(uniqId))
    return answer({ ok: false, message: errorMessage('badRequest') })
  try {
    // Asked anew, not remembered from the handshake: permissions may have changed since.
    const session = socket.data.holder && (await authenticate(String(socket.handshake.auth['token'])))
    const allowed = session && !session.maintenance && can(session.actor, 'utilities', 'importDataFromPromis')
    if (!allowed)
      return answer({
        ok: false,
        message: errorMessage('missingPermission', { permission: 'utilities.importDataFromPromis' }),
      })
    const followed = [...socket.rooms].filter((room) => room.startsWith(importRoom('')))
    if (followed.length >= MOST_FOLLOWED) await socket.leave(followed[0] ?? '')
    await socket.join(importRoom(uniqId))
    answer({ ok: true })
  } catch {
    answer({ ok: false, message: errorMessage('unavailable') })
  }
}
