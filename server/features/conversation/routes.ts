import { Type, type TSchema } from 'typebox'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createIdempotently, CREATE_ROUTE } from '#platform/http/create-idempotently.ts'
import { toFormSchema } from '#platform/http/form-body.ts'
import { allowAdmins, allowResidentsAndAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { Id, oneOf, SuccessAnswer } from '@tahanan/contract/answers.ts'
import { Conversation, Message, SubjectQuery } from '@tahanan/contract/conversation/answers.ts'
import { messageForm } from '@tahanan/contract/conversation/message-form.ts'
import { MESSAGE_PERMISSIONS } from '@tahanan/contract/conversation/message-permissions.ts'
import { CONVERSATION_KINDS } from '@tahanan/contract/conversation/subjects.ts'
import { markMessagesAsRead, parseMessageBody, sendMessage, markConversationAsSettled } from './changes.ts'
import { READ_PERMISSIONS } from './policy.ts'
import { preparedAnswerRoutes } from './prepared-answers/routes.ts'
import { presentConversation, presentMessage } from './present.ts'
import { findMessages, findThread, listMessages } from './repository.ts'
import { requireSubject, type Author } from './subject.ts'

const SubjectName = Type.Object({ kind: oneOf(CONVERSATION_KINDS), id: Id })

/**
 * Body of a new message. This schema accepts any text and files; the form `messageForm` checks them later.
 */
export const MessageBody = Type.Object({
  ...SubjectName.properties,
  text: Type.Optional(Type.Unknown()),
  files: Type.Optional(Type.Unknown()),
})
export const DocumentedMessage: TSchema = Type.Object({
  ...SubjectName.properties,
  ...toFormSchema(messageForm, 'create').properties,
})

export function conversationRoutes(app: PortalApp, services: PlatformContext): void {
  const { db, files, config } = services

  app.get('/messages', {
    config: { policy: allowResidentsAndAdmins(...READ_PERMISSIONS) },
    schema: {
      summary: 'Messages about a ticket, a payment or a tenant, newest last',
      querystring: SubjectQuery,
      response: { 200: Conversation },
    },
    handler: async ({ actor, query: { before, ...named } }) => {
      const subject = await requireSubject(db, actor, named)
      const tenantId = actor.area === 'client' ? actor.id : undefined
      const [rows, thread] = await Promise.all([
        listMessages(db, subject, { tenantId, before }),
        findThread(db, subject),
      ])
      return presentConversation(files, actor, subject, { rows, thread })
    },
  })

  app.post('/message', {
    config: {
      policy: allowResidentsAndAdmins(...MESSAGE_PERMISSIONS),
      ...CREATE_ROUTE,
      documentedBody: DocumentedMessage,
    },
    schema: { summary: 'Write a message', body: MessageBody, response: { 201: Message } },
    handler: async (request, reply) => {
      const { body } = request
      const actor = request.actor as Author
      const prepareMessage = () => {
        const messageContent = parseMessageBody(body, config.communityTimeZone)
        return async (tx: Tx) => (await sendMessage(tx, actor, body, messageContent)).id
      }
      const row = await createIdempotently(services, request, prepareMessage, requireMessage)
      return reply.code(201).send(presentMessage(files, actor, row))
    },
  })

  app.put('/messages-read', {
    config: { policy: allowResidentsAndAdmins(...READ_PERMISSIONS) },
    schema: { summary: 'Mark a conversation as seen', body: SubjectName, response: { 200: SuccessAnswer } },
    handler: async ({ actor, body }) => {
      await runInTransaction(services, (tx) => markMessagesAsRead(tx, actor as Author, body))
      return { success: true }
    },
  })

  app.put('/messages-settled', {
    config: { policy: allowAdmins(...MESSAGE_PERMISSIONS) },
    schema: {
      summary: 'Mark a conversation as one without an answer to give',
      body: SubjectName,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ actor, body }) => {
      await runInTransaction(services, (tx) => markConversationAsSettled(tx, actor as Author, body))
      return { success: true }
    },
  })

  preparedAnswerRoutes(app, services)
}

const requireMessage = async (db: DbOrTx, id: number) => requireFound((await findMessages(db, [id]))[0])
