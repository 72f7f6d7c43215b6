import { notifyPageViewers, notifyTenant } from '@tahanan/server/features/notifications/notify.ts'
import { loadPushKey } from '@tahanan/server/features/push/load-push-key.ts'
import { createBrowserKeys } from '@tahanan/server/features/push/testing-push-service.ts'
import { withFlagToSeeRecord, withAnyFlag, type CallInput, type AccessCases } from '../access-case.ts'
import { createUniqueCode, createUniqueText, type TestAccounts } from '../test-accounts.ts'
import { fileTicket } from './tickets.ts'

async function addNotification({ portal, owner }: TestAccounts, area: 'client' | 'admin') {
  const title = createUniqueText('Notice')
  const notificationFields = { kind: 'ticket' as const, title, message: 'See there.', link: null }
  if (area === 'client')
    await notifyTenant(portal.db, { ...notificationFields, brief: '', tenantId: owner.id })
  else
    await notifyPageViewers(portal.db, { ...notificationFields, page: 'gatepass', subjectTenantId: owner.id })
  const { id } = await portal.db
    .selectFrom('notifications')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return { id, title }
}
const prepareMarkAsReadCall = async (
  accounts: TestAccounts,
  area: 'client' | 'admin',
): Promise<CallInput> => ({
  body: { ids: String((await addNotification(accounts, area)).id) },
})

const createSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/${createUniqueCode('browser')}`,
  keys: createBrowserKeys().keys,
})

export const readerCases: AccessCases = {
  'GET /api/client-notif/{readerId}': {
    residents: 'owner',
    prepare: async (accounts) => ({
      path: { readerId: accounts.owner.id },
      expectedText: (await addNotification(accounts, 'client')).title,
    }),
  },
  'GET /api/client-notif-count/{readerId}': {
    residents: 'owner',
    prepare: async (accounts) => {
      await addNotification(accounts, 'client')
      return { path: { readerId: accounts.owner.id }, expectedText: '"count":1' }
    },
  },
  'PUT /api/client-notif-read-ids': {
    residents: 'theirs',
    prepare: (accounts) => prepareMarkAsReadCall(accounts, 'client'),
  },
  'GET /api/admin-notif/{readerId}': {
    administrators: 'owner',
    prepare: (_, me) => ({ path: { readerId: me.id } }),
  },
  'GET /api/admin-notif-count/{readerId}': {
    administrators: 'owner',
    prepare: (_, me) => ({ path: { readerId: me.id } }),
  },
  'PUT /api/admin-notif-read-ids': {
    administrators: withFlagToSeeRecord('gatepass.view'),
    prepare: (accounts) => prepareMarkAsReadCall(accounts, 'admin'),
  },
  'GET /api/push-key': {
    residents: 'all',
    // Loads the key first: its first use creates it, which counts as a change.
    prepare: async ({ portal }) => ({ expectedText: (await loadPushKey(portal.db)).publicKey }),
  },
  'POST /api/push-subscription': {
    residents: 'all',
    expectedStatus: 200,
    prepare: () => ({ body: createSubscription() }),
  },
  'DELETE /api/push-subscription': {
    residents: 'all',
    prepare: async (_, me) => {
      const subscriptionBody = createSubscription()
      await me.post('/push-subscription', subscriptionBody)
      return { body: { endpoint: subscriptionBody.endpoint } }
    },
  },
  'GET /api/search': {
    residents: 'theirs',
    administrators: withFlagToSeeRecord('gatepass.view'),
    prepare: async (accounts) => {
      const { ticketNumber } = await fileTicket(accounts, 'gatePass')
      return { query: { searchTerm: ticketNumber }, expectedText: ticketNumber }
    },
  },
  'GET /api/summary-reports': { administrators: withAnyFlag('dashboard.view') },
  'GET /api/summary-requests': { administrators: withAnyFlag('dashboard.view') },
  'GET /api/summary-reservations': { administrators: withAnyFlag('dashboard.view') },
  'GET /api/summary-modules': { administrators: withAnyFlag('dashboard.view') },
  'GET /api/summary-decisions': { administrators: withAnyFlag('dashboard.view') },
  'GET /api/post-analytic-reports': { administrators: withAnyFlag('dashboard.view') },
  'GET /api/desk': {
    administrators: withFlagToSeeRecord('visitors.view'),
    prepare: async (accounts) => {
      const { id, ticketNumber } = await fileTicket(accounts, 'visitor')
      // Gives the ticket the earliest due time, because the response contains only the ten most urgent
      // tickets.
      await accounts.portal.db
        .updateTable('tickets')
        .set({ due_at: new Date(Date.UTC(2000, 0) - id * 60_000) })
        .where('id', '=', id)
        .execute()
      return { expectedText: ticketNumber }
    },
  },
  'GET /api/desk-counts': { administrators: 'all' },
  'POST /api/feedback': {
    residents: 'all',
    prepare: () => ({ body: { rate: 5, message: createUniqueText('Good') } }),
  },
  'GET /api/feedbacks': {
    administrators: withAnyFlag('feedbacks.view'),
    prepare: async ({ owner }) => {
      const message = createUniqueText('Good')
      await owner.post('/feedback', { rate: 5, message })
      return { expectedText: message }
    },
  },
  'GET /api/feedbackIds': {
    administrators: withAnyFlag('feedbacks.view'),
    prepare: async ({ owner }) => {
      const message = createUniqueText('Good')
      await owner.post('/feedback', { rate: 5, message })
      return { query: { all: 1 }, expectedText: message }
    },
  },
}

/** Adds a privacy request. Deletes earlier ones, because only one of each kind may be open. */
async function addRequest({ portal, owner }: TestAccounts): Promise<{ id: number; message: string }> {
  const message = createUniqueText('Erase')
  await portal.db.deleteFrom('privacy_requests').where('tenant_id', '=', owner.id).execute()
  const insertedRequest = portal.db
    .insertInto('privacy_requests')
    .values({ tenant_id: owner.id, kind: 'erasure', message, due_on: '2100-01-01' })
    .returning('id')
  return { ...(await insertedRequest.executeTakeFirstOrThrow()), message }
}

/**
 * Expected access to the register of personal data and to requests about personal data (rules 26.23 to
 * 26.29).
 */
export const privacyCases: AccessCases = {
  'GET /api/your-data': { residents: 'all' },
  'GET /api/processing-record': { superAdministrators: true },
  'GET /api/processing-record/pdf': { superAdministrators: true },
  'GET /api/own-privacy-requests': {
    residents: 'theirs',
    prepare: async (accounts) => ({ expectedText: (await addRequest(accounts)).message }),
  },
  'POST /api/own-privacy-request': {
    residents: 'all',
    prepare: async ({ portal }) => {
      await portal.db.deleteFrom('privacy_requests').execute()
      return { body: { kind: 'correction', message: createUniqueText('Correct') } }
    },
  },
  'GET /api/privacy-requests': {
    administrators: withAnyFlag('privacy.view'),
    prepare: async (accounts) => ({ expectedText: (await addRequest(accounts)).message }),
  },
  'GET /api/privacy-request/{id}': {
    administrators: withAnyFlag('privacy.view'),
    prepare: async (accounts) => {
      const { id, message } = await addRequest(accounts)
      return { path: { id }, expectedText: message }
    },
  },
  'POST /api/privacy-request': {
    administrators: withAnyFlag('privacy.answer'),
    prepare: () => ({
      body: { personName: createUniqueText('Worker'), contact: '0917 555 0101', kind: 'copy', records: [] },
    }),
  },
  'PUT /api/privacy-request/{id}': {
    administrators: withAnyFlag('privacy.answer'),
    prepare: async (accounts) => ({
      path: { id: (await addRequest(accounts)).id },
      body: { decision: 'refused', answer: createUniqueText('Reason') },
    }),
  },
  'POST /api/privacy-search': {
    administrators: withAnyFlag('privacy.answer'),
    expectedStatus: 200,
    changes: false,
    prepare: async (accounts) => {
      const { id, ticketNumber } = await fileTicket(accounts, 'visitor')
      const name = createUniqueText('Guest')
      await accounts.portal.db
        .updateTable('tickets')
        .set({ details: JSON.stringify({ visitorsName: name }) })
        .where('id', '=', id)
        .execute()
      return { body: { term: name }, expectedText: ticketNumber }
    },
  },
}
