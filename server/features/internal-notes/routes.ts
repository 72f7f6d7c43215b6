import { parseMessageBody, toMessageColumns, type MessageContent } from '#features/conversation/changes.ts'
import { mayWrite, READERS, requireWriter } from '#features/conversation/policy.ts'
import { toMessagePage } from '#features/conversation/present.ts'
import { toRecordColumns } from '#features/conversation/repository.ts'
import { DocumentedMessage, Written } from '#features/conversation/routes.ts'
import { lockSubject, requireSubject } from '#features/conversation/subject.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { claimFiles, getFileKeys } from '#platform/files/claim-files.ts'
import { createOnce, CREATING } from '#platform/http/create-once.ts'
import { adminsWith } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import type { Services } from '#platform/services.ts'
import { WRITERS } from '@tahanan/contract/conversation/answerers.ts'
import { InternalNote, InternalNotes, SubjectQuery } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { presentNote } from './present.ts'
import { findNotes, insertNote, listNotes } from './repository.ts'

/** Routes of internal notes, which only the office can read (rules 23.10). */
export function internalNoteRoutes(app: PortalApp, services: Services): void {
  const { db, files, config } = services

  app.get('/internal-notes', {
    config: { policy: adminsWith(...READERS) },
    schema: {
      summary: 'Notes of the office about a ticket, a payment or a tenant, newest last',
      querystring: SubjectQuery,
      response: { 200: InternalNotes },
    },
    handler: async ({ actor, query: { before, ...named } }) => {
      const subject = await requireSubject(db, actor, named)
      const rows = await listNotes(db, named, before)
      const page = toMessagePage(rows, (row) => presentNote(files, actor.id, row))
      return { ...page, mayWrite: mayWrite(actor, subject) }
    },
  })

  app.post('/internal-note', {
    config: { policy: adminsWith(...WRITERS), ...CREATING, documentedBody: DocumentedMessage },
    schema: {
      summary: 'Write a note that no resident reads',
      body: Written,
      response: { 201: InternalNote },
    },
    handler: async (request, reply) => {
      const { body } = request
      const actor = request.actor as AdminActor
      const prepare = () => {
        const words = parseMessageBody(body, config.communityTimeZone)
        return (tx: Tx) => addNote(tx, actor, body, words)
      }
      const row = await createOnce(services, request, prepare, requireNote)
      return reply.code(201).send(presentNote(files, actor.id, row))
    },
  })
}

/**
 * Adds a note and returns its id. Throws 404, 403, and 400 for a file that another administrator uploaded.
 */
async function addNote(
  tx: Tx,
  actor: AdminActor,
  named: ConversationSubject,
  words: MessageContent,
): Promise<number> {
  const subject = await lockSubject(tx, actor, named)
  requireWriter(actor, subject)
  const columns = { tenant_id: subject.tenant.id, ...toRecordColumns(subject) }
  const id = await insertNote(tx, { ...columns, ...toMessageColumns(actor, words) })
  await claimFiles(tx, actor, { kind: 'internalNote', id }, getFileKeys(words.files), 'files')
  await publishEvent(tx, 'note', { id })
  return id
}

const requireNote = async (db: DbOrTx, id: number) => requireFound((await findNotes(db, [id]))[0])
