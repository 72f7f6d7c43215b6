import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import { isAtGate } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import type { Ack, Authenticate, PortalSocket } from '#platform/realtime/create-socket-admission.ts'
import type { ClientRequests } from '#platform/realtime/gateway.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { CONVERSATION_KINDS, type ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { mayWrite } from './policy.ts'
import { findSubject } from './subject.ts'

/** Minimum milliseconds between two typing events of one socket; others are dropped. */
const PAUSE_MS = 1000

/**
 * Creates the handler of typing events by administrators (rules 23.49), which other viewers in the office
 * receive. Stores nothing, and ignores events of users who may not write.
 */
export function createWritingRequest({ db }: { readonly db: DbOrTx }): ClientRequests[string] {
  const toldAt = new WeakMap<PortalSocket, number>()
  const tellOthers = async (
    socket: PortalSocket,
    authenticate: Authenticate,
    named: ConversationSubject,
  ): Promise<void> => {
    // Read from the database again: permissions may have changed since the handshake.
    const session = socket.data.holder && (await authenticate(String(socket.handshake.auth['token'])))
    if (!session || session.maintenance !== null || session.actor.area !== 'admin' || isAtGate(session.actor))
      return
    const { actor } = session
    const subject = await findSubject(db, named)
    if (!subject || !mayWrite(actor, subject)) return
    const others = filterViewers(await listActiveAdmins(db), subject.page).filter(({ id }) => id !== actor.id)
    for (const other of others)
      socket
        .to(toAdminRoom(other))
        .emit(channels.adminWriting(other.id), { data: { ...named, name: actor.name } })
  }
  return async (socket, authenticate, data, ack) => {
    const named = readSubjectName(data)
    const now = performance.now()
    if (named && now - (toldAt.get(socket) ?? -PAUSE_MS) >= PAUSE_MS) {
      toldAt.set(socket, now)
      // A lost typing event does no harm: the next one follows within seconds.
      await tellOthers(socket, authenticate, named).catch(() => undefined)
    }
    if (typeof ack === 'function') (ack as Ack)({ ok: true })
  }
}

function readSubjectName(data: unknown): ConversationSubject | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('id' in data)) return undefined
  const { id } = data
  const kind = CONVERSATION_KINDS.find((known) => known === data.kind)
  const isId = typeof id === 'number' && Number.isInteger(id) && id > 0 && id < 2 ** 31
  return kind && isId ? { kind, id } : undefined
}
