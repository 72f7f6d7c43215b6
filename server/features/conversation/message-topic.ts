import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import { createLazyEvent, rooms, type OutgoingEvent, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { isKnownModule, getModule } from '@tahanan/contract/tickets/index.ts'
import { isAuthor, presentMessage } from './present.ts'
import { findMessages, findThreads, toSubject, type MessageRow } from './repository.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /**
     * Event of a conversation. `id` is the new message; null if the conversation was only marked as seen or
     * settled.
     */
    message: { threadId: number; id: number | null }
  }
}

type Files = Pick<FileStore, 'presentFiles'>
type ThreadRow = Awaited<ReturnType<typeof findThreads>>[number]

export function messageTopic(files: Files): TopicHandler<'message'> {
  return async (db, payloads) => {
    const threads = await findThreads(db, [...new Set(payloads.map(({ threadId }) => threadId))])
    const messages = await findMessages(
      db,
      payloads.flatMap(({ id }) => id ?? []),
    )
    const admins = await listActiveAdmins(db)
    return payloads.flatMap(({ threadId, id }): OutgoingEvent[] => {
      const thread = threads.find((row) => row.id === threadId)
      const message = messages.find((row) => row.id === id) ?? null
      const page = thread && getPage(thread)
      // Sends nothing if the record or the message has been deleted in the meantime.
      if (!thread || !page || thread.owner_id === null || (id !== null && !message)) return []
      const viewers = filterViewers(admins, page)
      return [
        ...createResidentEvents(files, thread, message),
        ...createOfficeEvents(files, viewers, thread, message),
      ]
    })
  }
}

function getPage({ ticket_id, payment_id, module }: ThreadRow): PageName | undefined {
  if (ticket_id === null) return payment_id === null ? 'tenants' : 'payments'
  return module !== null && isKnownModule(module) ? getModule(module).permission : undefined
}

function createResidentEvents(files: Files, thread: ThreadRow, message: MessageRow | null): OutgoingEvent[] {
  const id = thread.tenant_id
  if (thread.owner_id !== id) return []
  return [
    createLazyEvent(rooms.account('client', id), liveChannels.clientMessages(id), () => ({
      ...toSubject(thread),
      message: message && presentMessage(files, { area: 'client', id }, message),
    })),
  ]
}

/**
 * Builds the events for administrators. All except the author get the same version of the message, so it is
 * built only once.
 */
function createOfficeEvents(
  files: Files,
  viewers: ReturnType<typeof filterViewers>,
  thread: ThreadRow,
  message: MessageRow | null,
): OutgoingEvent[] {
  let presentedMessage: ReturnType<typeof presentMessage> | undefined
  return viewers.map((admin) =>
    createLazyEvent(toAdminRoom(admin), liveChannels.adminMessages(admin.id), () => {
      if (message) presentedMessage ??= presentMessage(files, { area: 'admin', id: 0 }, message)
      const ownMessage =
        message && presentedMessage && isAuthor(admin, message)
          ? { ...presentedMessage, author: { ...presentedMessage.author, self: true } }
          : presentedMessage
      return { ...toSubject(thread), message: ownMessage ?? null }
    }),
  )
}
