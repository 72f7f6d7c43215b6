import { payByDeposit } from '@tahanan/server/features/posting/testing.ts'
import type { LoggedInCaller } from '@tahanan/server/testing/callers.ts'
import { withAnyFlag, withAllFlags, type AccessCases } from '../access-case.ts'
import { createUniqueText, type TestAccounts } from '../test-accounts.ts'

/**
 * Permissions needed to write a message about a payment. A message about a ticket needs `view` and one of the
 * permissions to change the ticket.
 */
const WRITE_FLAGS = withAllFlags('payments.view', 'payments.edit')
const SETTINGS_EDIT_FLAGS = withAllFlags('utilities.systemParameterSettings', 'utilities.edit')

async function createPaymentSubject({ portal, owner }: TestAccounts) {
  const { id } = await payByDeposit(portal, owner)
  return { kind: 'payment', id }
}

async function createMessage(accounts: TestAccounts, author: LoggedInCaller) {
  const subject = await createPaymentSubject(accounts)
  const text = createUniqueText('Message')
  await author.post('/message', { ...subject, text })
  return { subject, text }
}

async function addAnswer({ portal }: TestAccounts) {
  const preparedAnswer = { title: createUniqueText('Answer'), text: 'Thank you.', page: null }
  return portal.db
    .insertInto('prepared_answers')
    .values(preparedAnswer)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Expected access to messages, internal notes and prepared answers. The needed permissions depend on the kind
 * of record; these cases use payments.
 */
export const conversationCases: AccessCases = {
  'GET /api/messages': {
    residents: 'owner',
    administrators: withAnyFlag('payments.view'),
    isBodyDependent: true,
    prepare: async (accounts) => {
      const { subject, text } = await createMessage(accounts, accounts.owner)
      return { query: subject, expectedText: text }
    },
  },
  'POST /api/message': {
    residents: 'owner',
    administrators: WRITE_FLAGS,
    isBodyDependent: true,
    prepare: async (accounts) => ({
      body: { ...(await createPaymentSubject(accounts)), text: createUniqueText('Message') },
    }),
  },
  'PUT /api/messages-read': {
    residents: 'owner',
    administrators: withAnyFlag('payments.view'),
    isBodyDependent: true,
    prepare: async (accounts, me) => ({
      body: (await createMessage(accounts, me.area === 'client' ? accounts.office : accounts.owner)).subject,
    }),
  },
  'PUT /api/messages-settled': {
    administrators: WRITE_FLAGS,
    isBodyDependent: true,
    prepare: async (accounts) => ({ body: (await createMessage(accounts, accounts.owner)).subject }),
  },
  'GET /api/internal-notes': {
    administrators: withAnyFlag('payments.view'),
    isBodyDependent: true,
    prepare: async (accounts) => {
      const subject = await createPaymentSubject(accounts)
      const text = createUniqueText('Note')
      await accounts.office.post('/internal-note', { ...subject, text })
      return { query: subject, expectedText: text }
    },
  },
  'POST /api/internal-note': {
    administrators: WRITE_FLAGS,
    isBodyDependent: true,
    prepare: async (accounts) => ({
      body: { ...(await createPaymentSubject(accounts)), text: createUniqueText('Note') },
    }),
  },
  'GET /api/prepared-answers': {
    administrators: withAnyFlag('utilities.systemParameterSettings'),
    isBodyDependent: true,
    prepare: async (accounts) => ({ expectedText: (await addAnswer(accounts)).title }),
  },
  'POST /api/prepared-answer': {
    administrators: SETTINGS_EDIT_FLAGS,
    prepare: () => ({ body: { title: createUniqueText('Answer'), text: 'Dear {name}' } }),
  },
  'PUT /api/prepared-answer/{id}': {
    administrators: SETTINGS_EDIT_FLAGS,
    prepare: async (accounts) => ({
      path: { id: (await addAnswer(accounts)).id },
      body: { title: createUniqueText('Answer') },
    }),
  },
  'DELETE /api/prepared-answer/{id}': {
    administrators: SETTINGS_EDIT_FLAGS,
    prepare: async (accounts) => ({ path: { id: (await addAnswer(accounts)).id } }),
  },
}
