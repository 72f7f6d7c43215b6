import { deposit } from '@tahanan/server/features/posting/testing.ts'
import type { LoggedIn } from '@tahanan/server/testing/callers.ts'
import { may, mayWithAll, type Entries } from '../entry.ts'
import { createUniqueText, type TestAccounts } from '../test-accounts.ts'

/**
 * Flags needed to write a message about a payment. A message about a ticket needs `view` and one of the flags
 * that allow changing the ticket.
 */
const WRITER = mayWithAll('payments.view', 'payments.edit')
const EDITOR = mayWithAll('utilities.systemParameterSettings', 'utilities.edit')

async function makePayment({ portal, owner }: TestAccounts) {
  const { id } = await deposit(portal, owner)
  return { kind: 'payment', id }
}

async function write(accounts: TestAccounts, author: LoggedIn) {
  const subject = await makePayment(accounts)
  const text = createUniqueText('Message')
  await author.post('/message', { ...subject, text })
  return { subject, text }
}

async function addAnswer({ portal }: TestAccounts) {
  const fields = { title: createUniqueText('Answer'), text: 'Thank you.', page: null }
  return portal.db.insertInto('prepared_answers').values(fields).returningAll().executeTakeFirstOrThrow()
}

/**
 * Entries for messages, internal notes and prepared answers. The flags that a call needs depend on the kind
 * of record that the message is about; these entries send messages about payments.
 */
export const conversationEntries: Entries = {
  'GET /api/messages': {
    residents: 'owner',
    administrators: may('payments.view'),
    bodyDecides: true,
    prepare: async (accounts) => {
      const { subject, text } = await write(accounts, accounts.owner)
      return { query: subject, shows: text }
    },
  },
  'POST /api/message': {
    residents: 'owner',
    administrators: WRITER,
    bodyDecides: true,
    prepare: async (accounts) => ({
      body: { ...(await makePayment(accounts)), text: createUniqueText('Message') },
    }),
  },
  'PUT /api/messages-read': {
    residents: 'owner',
    administrators: may('payments.view'),
    bodyDecides: true,
    prepare: async (accounts, me) => ({
      body: (await write(accounts, me.area === 'client' ? accounts.office : accounts.owner)).subject,
    }),
  },
  'PUT /api/messages-settled': {
    administrators: WRITER,
    bodyDecides: true,
    prepare: async (accounts) => ({ body: (await write(accounts, accounts.owner)).subject }),
  },
  'GET /api/internal-notes': {
    administrators: may('payments.view'),
    bodyDecides: true,
    prepare: async (accounts) => {
      const subject = await makePayment(accounts)
      const text = createUniqueText('Note')
      await accounts.office.post('/internal-note', { ...subject, text })
      return { query: subject, shows: text }
    },
  },
  'POST /api/internal-note': {
    administrators: WRITER,
    bodyDecides: true,
    prepare: async (accounts) => ({
      body: { ...(await makePayment(accounts)), text: createUniqueText('Note') },
    }),
  },
  'GET /api/prepared-answers': {
    administrators: may('utilities.systemParameterSettings'),
    bodyDecides: true,
    prepare: async (accounts) => ({ shows: (await addAnswer(accounts)).title }),
  },
  'POST /api/prepared-answer': {
    administrators: EDITOR,
    prepare: () => ({ body: { title: createUniqueText('Answer'), text: 'Dear {name}' } }),
  },
  'PUT /api/prepared-answer/{id}': {
    administrators: EDITOR,
    prepare: async (accounts) => ({
      path: { id: (await addAnswer(accounts)).id },
      body: { title: createUniqueText('Answer') },
    }),
  },
  'DELETE /api/prepared-answer/{id}': {
    administrators: EDITOR,
    prepare: async (accounts) => ({ path: { id: (await addAnswer(accounts)).id } }),
  },
}
