import { TEST_PASSWORD, createTestAdmin, createTestTenant } from '@tahanan/server/testing/accounts.ts'
import { withAnyFlag, withAllFlags, type AccessCases } from '../access-case.ts'
import { createUniqueCode, createUniqueText, type TestAccounts } from '../test-accounts.ts'

/**
 * Creates an administrator without permissions, because nobody may change an administrator who has more
 * permissions.
 */
const createColleague = ({ portal }: TestAccounts) =>
  createTestAdmin(portal.db, { roles: {}, name: createUniqueText('Colleague') })

async function createFailedDelivery({ portal: { db } }: TestAccounts) {
  const title = createUniqueText('Payment posted')
  const notification = {
    area: 'client',
    tenant_id: (await createTestTenant(db)).id,
    title,
    message: title,
  } as const
  const { id: notification_id } = await db
    .insertInto('notifications')
    .values(notification)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { tenant_id: reader_id } = notification
  const { id } = await db
    .insertInto('deliveries')
    .values({ notification_id, area: 'client', reader_id, channel: 'mail', state: 'failed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, title }
}

const createAdminBody = () => ({
  name: createUniqueText('Grace'),
  firstName: 'Grace',
  lastName: 'Santos',
  email: `${createUniqueCode('grace')}@office.test`,
  password: TEST_PASSWORD,
  password_confirmation: TEST_PASSWORD,
})

/**
 * Expected access to administrators (rules 2.7) and their saved views. server/features/admins/ tests which
 * permissions they may grant.
 */
export const officeCases: AccessCases = {
  'GET /api/user-admins': {
    administrators: withAnyFlag('utilities.userAccessDefinition'),
    superAdministrators: true,
    prepare: async (accounts) => {
      const { name } = await createColleague(accounts)
      return { query: { searchTerm: name }, expectedText: name }
    },
  },
  'GET /api/user-admin/{id}': {
    administrators: withAllFlags('utilities.userAccessDefinition', 'utilities.view'),
    superAdministrators: true,
    prepare: async (accounts) => {
      const { id, name } = await createColleague(accounts)
      return { path: { id }, expectedText: name }
    },
  },
  'POST /api/user-admin': {
    administrators: withAllFlags('utilities.userAccessDefinition', 'utilities.add'),
    superAdministrators: true,
    prepare: () => ({ body: createAdminBody() }),
  },
  // These permissions are for all fields except `roles`, which needs another permission.
  'PUT /api/user-admin/{id}': {
    administrators: withAllFlags('utilities.userAccessDefinition', 'utilities.edit'),
    isBodyDependent: true,
    superAdministrators: true,
    prepare: async (accounts) => ({
      path: { id: (await createColleague(accounts)).id },
      body: { firstName: createUniqueText('Maria') },
    }),
  },
  'DELETE /api/user-admin/{id}': {
    administrators: withAllFlags('utilities.userAccessDefinition', 'utilities.delete'),
    superAdministrators: true,
    prepare: async (accounts) => ({ path: { id: (await createColleague(accounts)).id } }),
  },
  'GET /api/new-pages': { superAdministrators: true },
  'PUT /api/new-pages': {
    superAdministrators: true,
    prepare: async ({ portal }) => {
      // Simulates an upgrade that added a page: this administrator has all permissions except those of the
      // new page.
      const { id, roles } = await createTestAdmin(portal.db, { roles: 'all', name: createUniqueText('Head') })
      const previousRoles = roles.filter(({ title }) => title !== 'feedbacks')
      await portal.db
        .updateTable('admins')
        .set({ roles: JSON.stringify(previousRoles) })
        .where('id', '=', id)
        .execute()
      return { body: { pages: ['feedbacks'] } }
    },
  },
  'GET /api/access-presets': {
    administrators: withAnyFlag('utilities.manageAccess', 'utilities.add'),
    superAdministrators: true,
  },
  'GET /api/deliveries': {
    administrators: withAnyFlag('deliveries.view'),
    // Searches for the id and not for the title, because the title is hidden from administrators who may not
    // view the page that the notification is about (rules 23.45).
    prepare: async (accounts) => ({ expectedText: `"id":${(await createFailedDelivery(accounts)).id},` }),
  },
  'POST /api/deliveries-resent': {
    administrators: withAnyFlag('deliveries.resend'),
    expectedStatus: 200,
    prepare: async (accounts) => ({ body: { ids: [(await createFailedDelivery(accounts)).id] } }),
  },
  // Views of a list that the caller has saved (rules 13.30).
  'GET /api/list-views': {
    administrators: 'all',
    prepare: () => ({ query: { page: 'tickets' } }),
  },
  'POST /api/list-view': {
    administrators: 'all',
    prepare: () => ({ body: { page: 'tickets', name: createUniqueText('View'), query: 'status=1' } }),
  },
  'DELETE /api/list-view/{id}': {
    administrators: 'owner',
    prepare: async ({ portal }, me) => {
      const listView = { admin_id: me.id, page: 'tickets', name: createUniqueText('View'), query: '' }
      const insertedView = portal.db.insertInto('list_views').values(listView).returning('id')
      return { path: { id: (await insertedView.executeTakeFirstOrThrow()).id } }
    },
  },
}
