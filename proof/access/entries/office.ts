import { TEST_PASSWORD, makeAdmin } from '@tahanan/server/testing/accounts.ts'
import { may, mayWithAll, type Entries } from '../entry.ts'
import { unique, uniqueCode, type TestAccounts } from '../test-accounts.ts'

/** An administrator who may do nothing, so that anybody with the flag may change and delete them. */
const colleague = ({ portal }: TestAccounts) => makeAdmin(portal.db, { roles: {}, name: unique('Colleague') })

const newAdmin = () => ({
  name: unique('Grace'),
  firstName: 'Grace',
  lastName: 'Santos',
  email: `${uniqueCode('grace')}@office.test`,
  password: TEST_PASSWORD,
  password_confirmation: TEST_PASSWORD,
})

/**
 * Administrators and their access, for the super-administrator and by the flags of the utilities (rules 2.7). Who may give
 * what to whom is tested in server/features/admins/.
 */
export const officeEntries: Entries = {
  'GET /api/user-admins': {
    administrators: may('utilities.userAccessDefinition'),
    superAdministrators: true,
    about: async (cast) => {
      const { name } = await colleague(cast)
      return { query: { searchTerm: name }, shows: name }
    },
  },
  'GET /api/user-admin/{id}': {
    administrators: mayWithAll('utilities.userAccessDefinition', 'utilities.view'),
    superAdministrators: true,
    about: async (cast) => {
      const { id, name } = await colleague(cast)
      return { path: { id }, shows: name }
    },
  },
  'POST /api/user-admin': {
    administrators: mayWithAll('utilities.userAccessDefinition', 'utilities.add'),
    superAdministrators: true,
    about: () => ({ body: newAdmin() }),
  },
  // the fields; roles need `manageAccess` and each permission that is given or taken
  'PUT /api/user-admin/{id}': {
    administrators: mayWithAll('utilities.userAccessDefinition', 'utilities.edit'),
    byBody: true,
    superAdministrators: true,
    about: async (cast) => ({
      path: { id: (await colleague(cast)).id },
      body: { firstName: unique('Maria') },
    }),
  },
  'DELETE /api/user-admin/{id}': {
    administrators: mayWithAll('utilities.userAccessDefinition', 'utilities.delete'),
    superAdministrators: true,
    about: async (cast) => ({ path: { id: (await colleague(cast)).id } }),
  },
  'GET /api/new-pages': { superAdministrators: true },
  'PUT /api/new-pages': {
    superAdministrators: true,
    about: async ({ portal }) => {
      // an administrator who holds everything else, from before there was a page of feedbacks
      const { id, roles } = await makeAdmin(portal.db, { roles: 'all', name: unique('Head') })
      const before = roles.filter(({ title }) => title !== 'feedbacks')
      await portal.db
        .updateTable('admins')
        .set({ roles: JSON.stringify(before) })
        .where('id', '=', id)
        .execute()
      return { body: { pages: ['feedbacks'] } }
    },
  },
  'GET /api/access-presets': {
    administrators: may('utilities.manageAccess', 'utilities.add'),
    superAdministrators: true,
  },
}
