import { activeAdmins, roomOf, viewersAmong } from '#features/admins/viewers.ts'
import { subjectOf } from '#features/conversation/repository.ts'
import { findSubject } from '#features/conversation/subject.ts'
import type { FileStore } from '#platform/files/store/store.ts'
import { lazyEvent, type Delivery, type TopicHandler } from '#platform/realtime/outbox.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { presentNote } from './present.ts'
import { findNotes } from './repository.ts'

declare module '../../platform/realtime/outbox.ts' {
  interface Topics {
    /** An internal note was written. */
    note: { id: number }
  }
}

/** Sends internal notes to the administrators who may view their record, and to nobody else. */
export function noteTopic(files: Pick<FileStore, 'presentFiles'>): TopicHandler<'note'> {
  return async (db, payloads) => {
    const notes = await findNotes(
      db,
      payloads.map(({ id }) => id),
    )
    const admins = await activeAdmins(db)
    const deliveries: Delivery[] = []
    for (const row of notes) {
      const about = subjectOf(row)
      const subject = await findSubject(db, about)
      if (!subject) continue
      deliveries.push(
        ...viewersAmong(admins, subject.page).map((admin) =>
          lazyEvent(roomOf(admin), channels.adminNotes(admin.id), () => ({
            ...about,
            note: presentNote(files, admin.id, row),
          })),
        ),
      )
    }
    return deliveries
  }
}
