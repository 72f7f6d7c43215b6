import { parseMessageBody, toMessageColumns, type MessageContent } from '#features/conversation/changes.ts'
import { mayWrite, READ_PERMISSIONS, requireWriter } from '#features/conversation/policy.ts'
import { toMessagePage } from '#features/conversation/present.ts'
import { toSubjectColumns } from '#features/conversation/repository.ts'
import { DocumentedMessage, MessageBody } from '#features/conversation/routes.ts'
import { lockSubject, requireSubject } from '#features/conversation/subject.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { claimFiles, getFileKeys } from '#platform/files/claim-files.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { InternalNote, InternalNotes, SubjectQuery } from '@tahanan/contract/conversation/answers.ts'
import { MESSAGE_PERMISSIONS } from '@tahanan/contract/conversation/message-permissions.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { presentNote } from './present.ts'
import { findNotes, insertNote, listNotes } from './repository.ts'

/** Registers the calls for internal notes, which only the office can read (rules 23.10). */
export function internalNoteRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files, config } = services

  app.get('/internal-notes', {
    config: { policy: allowAdmins(...READ_PERMISSIONS) },
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
    config: {
      policy: allowAdmins(...MESSAGE_PERMISSIONS),
      ...CREATE_ROUTE,
      documentedBody: DocumentedMessage,
    },
    schema: {
      summary: 'Write a note that no resident reads',
      body: MessageBody,
      response: { 201: InternalNote },
    },
    handler: async (request, reply) => {
      const { body } = request
      const actor = request.actor as AdminActor
      const prepareNote = () => {
        const noteText = parseMessageBody(body, config.communityTimeZone)
        return (tx: Tx) => addNote(tx, actor, body, noteText)
      }
      const row = await createIdempotently(services, request, prepareNote, requireNote)
      return reply.code(201).send(presentNote(files, actor.id, row))
    },
  })
}

async function addNote(
  tx: Tx,
  actor: AdminActor,
  subjectName: ConversationSubject,
  content: MessageContent,
): Promise<number> {
  const subject = await lockSubject(tx, actor, subjectName)
  requireWriter(actor, subject)
  const columns = { tenant_id: subject.tenant.id, ...toSubjectColumns(subject) }
  const id = await insertNote(tx, { ...columns, ...toMessageColumns(actor, content) })
  await claimFiles(tx, actor, { kind: 'internalNote', id }, getFileKeys(content.files), 'files')
  await publishEvent(tx, 'note', { id })
  return id
}

const requireNote = async (db: DbOrTx, id: number) => requireFound((await findNotes(db, [id]))[0])
