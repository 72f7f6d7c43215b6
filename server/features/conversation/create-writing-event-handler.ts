import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import { isAtGate } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import type { Ack, Authenticate, PortalSocket } from '#platform/realtime/create-socket-admission.ts'
import type { ClientRequests } from '#platform/realtime/gateway.ts'
import { CONVERSATION_KINDS, type ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { mayWrite } from './policy.ts'
import { findSubject } from './subject.ts'

/** Minimum milliseconds between two 'is typing' events of a live connection. An earlier event is ignored. */
const MIN_INTERVAL_MS = 1000

/**
 * Handles events that say that an administrator is typing (rules 23.49). Sends them to the other
 * administrators who may view the conversation, and stores nothing. Ignores users who may not write in it.
 */
export function createWritingEventHandler({ db }: { readonly db: DbOrTx }): ClientRequests[string] {
  const lastSentAt = new WeakMap<PortalSocket, number>()
  const sendToOtherViewers = async (
    socket: PortalSocket,
    authenticate: Authenticate,
    subjectName: ConversationSubject,
  ): Promise<void> => {
    // Loads the session again, because permissions may have changed since the live connection was opened.
    const session = socket.data.holder && (await authenticate(String(socket.handshake.auth['token'])))
    if (!session || session.maintenance !== null || session.actor.area !== 'admin' || isAtGate(session.actor))
      return
    const { actor } = session
    const subject = await findSubject(db, subjectName)
    if (!subject || !mayWrite(actor, subject)) return
    const otherViewers = filterViewers(await listActiveAdmins(db), subject.page).filter(
      ({ id }) => id !== actor.id,
    )
    for (const otherViewer of otherViewers)
      socket
        .to(toAdminRoom(otherViewer))
        .emit(liveChannels.adminWriting(otherViewer.id), { data: { ...subjectName, name: actor.name } })
  }
  return async (socket, authenticate, data, ack) => {
    const subjectName = parseSubjectName(data)
    const now = performance.now()
    if (subjectName && now - (lastSentAt.get(socket) ?? -MIN_INTERVAL_MS) >= MIN_INTERVAL_MS) {
      lastSentAt.set(socket, now)
      // Ignores errors: a lost 'is typing' event does no harm, because the next one follows within seconds.
      await sendToOtherViewers(socket, authenticate, subjectName).catch(() => undefined)
    }
    if (typeof ack === 'function') (ack as Ack)({ ok: true })
  }
}

function parseSubjectName(data: unknown): ConversationSubject | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('id' in data)) return undefined
  const { id } = data
  const kind = CONVERSATION_KINDS.find((knownKind) => knownKind === data.kind)
  const isId = typeof id === 'number' && Number.isInteger(id) && id > 0 && id < 2 ** 31
  return kind && isId ? { kind, id } : undefined
}
