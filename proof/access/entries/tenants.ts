import { tenantForm } from '@tahanan/contract/billing/tenant.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { makeTenant } from '@tahanan/server/testing/accounts.ts'
import { rulesOf } from '@tahanan/server/testing/ticket-rules.ts'
import { may, type Entries } from '../entry.ts'
import { unique, uniqueCode, type TestAccounts, type Flag } from '../test-accounts.ts'

/** A tenant who is none of the cast. */
const tenant = ({ portal }: TestAccounts) => makeTenant(portal.db, { uoccname: unique('Occupant') })

/** Everything that the form asks for. */
const newTenant = () => ({
  ...Object.fromEntries(
    Object.entries(tenantForm.fields)
      .filter(([, field]) => field.kind === 'text' && field.required)
      .map(([name]) => [name, unique(name)]),
  ),
  clientCode: uniqueCode('NEW'),
})

/** Flags that file or change a ticket, of every module. */
const OF_TICKETS = new Set(
  MODULES.flatMap(({ name, permission }) => {
    const { add, edit } = rulesOf(name)
    return ['add', 'edit', add, ...edit].map((flag) => `${permission}.${flag}` as Flag)
  }),
)

/** Tenants (rules 3.1); a resident is one. */
export const tenantEntries: Entries = {
  // whoever files or changes something for a tenant must be able to pick one
  'GET /api/tenants': {
    administrators: may('tenants.view', 'payments.add', 'payments.counter', ...OF_TICKETS),
    about: ({ owner }) => ({ query: { id: owner.id }, shows: owner.account.clientCode }),
  },
  'GET /api/tenant/{id}': {
    residents: 'owner',
    administrators: may('tenants.view'),
    about: ({ owner }) => ({ path: { id: owner.id }, shows: owner.account.clientCode }),
  },
  'PUT /api/tenant/{id}': {
    residents: 'owner',
    administrators: may('tenants.edit'),
    // Residents write the first, the office the second.
    about: ({ owner }) => ({
      path: { id: owner.id },
      body: { socialMediaAccount: unique('@ana'), unitNumber: unique('Unit') },
    }),
  },
  'POST /api/tenant': { administrators: may('tenants.add'), about: () => ({ body: newTenant() }) },
  'DELETE /api/tenant/{id}': {
    administrators: may('tenants.delete'),
    about: async (cast) => ({ path: { id: (await tenant(cast)).id } }),
  },
  'GET /api/tenantIds': {
    administrators: may('tenants.view'),
    about: ({ owner }) => ({ query: { selectedIds: owner.id }, shows: owner.account.clientCode }),
  },
  'POST /api/tenant/{id}/login-details': {
    administrators: may('tenants.edit'),
    answers: 200,
    about: async (cast) => ({ path: { id: (await tenant(cast)).id } }),
  },
  'GET /api/logged-in-monitor': {
    administrators: may('loggedInLogs.view'),
    about: ({ owner }) => ({ query: { id: owner.id }, shows: owner.account.clientCode }),
  },
}
