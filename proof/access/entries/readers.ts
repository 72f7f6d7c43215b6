import { notifyPage, notifyTenant } from '@tahanan/server/features/notifications/notify.ts'
import { isShownTo, may, type Call, type Entries } from '../entry.ts'
import { unique, type TestAccounts } from '../test-accounts.ts'
import { fileTicket } from './tickets.ts'

/** A notification of the resident and one of the office about gate passes, by area. */
async function notified({ portal, owner }: TestAccounts, area: 'client' | 'admin') {
  const title = unique('Notice')
  const words = { title, message: 'See there.', link: null }
  if (area === 'client') await notifyTenant(portal.db, { ...words, tenantId: owner.id })
  else await notifyPage(portal.db, { ...words, page: 'gatepass', subjectTenantId: owner.id })
  const { id } = await portal.db
    .selectFrom('notifications')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return { id, title }
}
const markRead = async (cast: TestAccounts, area: 'client' | 'admin'): Promise<Call> => ({
  body: { ids: String((await notified(cast, area)).id) },
})

/** Notifications, search, figures, feedback. */
export const readerEntries: Entries = {
  'GET /api/client-notif/{readerId}': {
    residents: 'owner',
    about: async (cast) => ({
      path: { readerId: cast.owner.id },
      shows: (await notified(cast, 'client')).title,
    }),
  },
  'GET /api/client-notif-count/{readerId}': {
    residents: 'owner',
    about: async (cast) => {
      await notified(cast, 'client')
      return { path: { readerId: cast.owner.id }, shows: '"count":1' }
    },
  },
  'PUT /api/client-notif-read-ids': { residents: 'theirs', about: (cast) => markRead(cast, 'client') },
  'GET /api/admin-notif/{readerId}': {
    administrators: 'owner',
    about: (_, me) => ({ path: { readerId: me.id } }),
  },
  'GET /api/admin-notif-count/{readerId}': {
    administrators: 'owner',
    about: (_, me) => ({ path: { readerId: me.id } }),
  },
  'PUT /api/admin-notif-read-ids': {
    administrators: isShownTo('gatepass.view'),
    about: (cast) => markRead(cast, 'admin'),
  },
  'GET /api/search': {
    residents: 'theirs',
    administrators: isShownTo('gatepass.view'),
    about: async (cast) => {
      const { ticketNumber } = await fileTicket(cast, 'gatePass')
      return { query: { searchTerm: ticketNumber }, shows: ticketNumber }
    },
  },
  'GET /api/summary-reports': { administrators: may('dashboard.view') },
  'GET /api/summary-requests': { administrators: may('dashboard.view') },
  'GET /api/summary-reservations': { administrators: may('dashboard.view') },
  'GET /api/post-analytic-reports': { administrators: may('dashboard.view') },
  'POST /api/feedback': { residents: 'all', about: () => ({ body: { rate: 5, message: unique('Good') } }) },
  'GET /api/feedbacks': {
    administrators: may('feedbacks.view'),
    about: async ({ owner }) => {
      const message = unique('Good')
      await owner.post('/feedback', { rate: 5, message })
      return { shows: message }
    },
  },
}
