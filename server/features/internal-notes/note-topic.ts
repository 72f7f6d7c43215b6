import { listActiveAdmins, toAdminRoom, filterViewers } from '#features/admins/viewers.ts'
import { toSubject } from '#features/conversation/repository.ts'
import { findSubject } from '#features/conversation/subject.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import { createLazyEvent, type OutgoingEvent, type TopicHandler } from '#platform/realtime/outbox.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { presentNote } from './present.ts'
import { findNotes } from './repository.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    note: { id: number }
  }
}

export function noteTopic(files: Pick<FileStore, 'presentFiles'>): TopicHandler<'note'> {
  return async (db, payloads) => {
    const notes = await findNotes(
      db,
      payloads.map(({ id }) => id),
    )
    const admins = await listActiveAdmins(db)
    const events: OutgoingEvent[] = []
    for (const row of notes) {
      const subjectRef = toSubject(row)
      const subject = await findSubject(db, subjectRef)
      if (!subject) continue
      events.push(
        ...filterViewers(admins, subject.page).map((admin) =>
          createLazyEvent(toAdminRoom(admin), liveChannels.adminNotes(admin.id), () => ({
            ...subjectRef,
            note: presentNote(files, admin.id, row),
          })),
        ),
      )
    }
    return events
  }
}
