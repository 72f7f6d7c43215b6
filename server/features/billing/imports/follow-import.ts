import { errorMessage } from '@tahanan/contract/errors.ts'
import { can } from '../../../platform/actor.ts'
import { LIMITS_OF_A_SOCKET } from '../../../platform/realtime/admission.ts'
import type { Authenticate, ImportAck, PortalSocket } from '../../../platform/realtime/admission.ts'
import { rooms } from '../../../platform/realtime/outbox.ts'

const UNIQ_ID = /^[A-Za-z0-9-]{1,64}$/

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
  const answer: ImportAck = typeof ack === 'function' ? (ack as ImportAck) : () => undefined
  if (typeof uniqId !== 'string' || !UNIQ_ID.test(uniqId))
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
    const followed = [...socket.rooms].filter((room) => room.startsWith(rooms.import('')))
    if (followed.length >= LIMITS_OF_A_SOCKET.imports) await socket.leave(followed[0] ?? '')
    await socket.join(rooms.import(uniqId))
    answer({ ok: true })
  } catch {
    answer({ ok: false, message: errorMessage('unavailable') })
  }
}
