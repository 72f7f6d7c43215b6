import { hasPermission, isAtGate } from '#platform/actor.ts'
import type { Ack, Authenticate, PortalSocket } from '#platform/realtime/create-socket-admission.ts'
import { IMPORT_ID_PATTERN } from '@tahanan/contract/billing/statement-import.ts'
import { formatErrorMessage } from '@tahanan/contract/errors.ts'
import { getImportRoom } from './import-topic.ts'

const MAX_SUBSCRIPTIONS = 10

/** Subscribes a socket to the progress of an import. The user needs the permission to import (rules 10.7). */
export async function subscribeToImport(
  socket: PortalSocket,
  authenticate: Authenticate,
  uniqId: unknown,
  ack: unknown,
): Promise<void> {
  const acknowledge: Ack = typeof ack === 'function' ? (ack as Ack) : () => undefined
  if (typeof uniqId !== 'string' || !new RegExp(IMPORT_ID_PATTERN).test(uniqId))
    return acknowledge({ ok: false, message: formatErrorMessage('badRequest') })
  try {
    // The session is loaded again, because its permissions may have changed since the handshake.
    const session = socket.data.holder && (await authenticate(String(socket.handshake.auth['token'])))
    const mayRead = session && !session.maintenance && !isAtGate(session.actor)
    const isAllowed = mayRead && hasPermission(session.actor, 'utilities', 'importDataFromPromis')
    if (!isAllowed)
      return acknowledge({
        ok: false,
        message: formatErrorMessage('missingPermission', { permission: 'utilities.importDataFromPromis' }),
      })
    const importRooms = [...socket.rooms].filter((room) => room.startsWith(getImportRoom('')))
    if (importRooms.length >= MAX_SUBSCRIPTIONS) await socket.leave(importRooms[0] ?? '')
    await socket.join(getImportRoom(uniqId))
    acknowledge({ ok: true })
  } catch {
    acknowledge({ ok: false, message: formatErrorMessage('unavailable') })
  }
}
