import { tenantForm } from '@tahanan/contract/billing/tenant.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { makeTenant } from '@tahanan/server/testing/accounts.ts'
import { getTicketRules } from '@tahanan/server/testing/ticket-rules.ts'
import { may, type Entries } from '../entry.ts'
import { createUniqueCode, createUniqueText, type TestAccounts, type Flag } from '../test-accounts.ts'

/** The tenant has no session. */
const makeOtherTenant = ({ portal }: TestAccounts) =>
  makeTenant(portal.db, { uoccname: createUniqueText('Occupant') })

const createTenantBody = () => ({
  ...Object.fromEntries(
    Object.entries(tenantForm.fields)
      .filter(([, field]) => field.kind === 'text' && field.required)
      .map(([name]) => [name, createUniqueText(name)]),
  ),
  clientCode: createUniqueCode('NEW'),
})

/** Flags of all modules that allow filing or changing tickets. */
const TICKET_FLAGS = new Set(
  MODULES.flatMap(({ name, permission }) => {
    const { add, edit } = getTicketRules(name)
    return ['add', 'edit', add, ...edit].map((flag) => `${permission}.${flag}` as Flag)
  }),
)

/** Tenants (rules 3.1). */
export const tenantEntries: Entries = {
  // Forms that the office files for a tenant search tenants by this call.
  'GET /api/tenants': {
    administrators: may('tenants.view', 'payments.add', 'payments.counter', ...TICKET_FLAGS),
    prepare: ({ owner }) => ({ query: { id: owner.id }, shows: owner.account.clientCode }),
  },
  'GET /api/logged-in-monitorIds': {
    administrators: may('loggedInLogs.view'),
    prepare: ({ owner }) => ({ query: { selectedIds: owner.id }, shows: owner.account.clientCode }),
  },
  'GET /api/tenant/{id}': {
    residents: 'owner',
    administrators: may('tenants.view'),
    prepare: ({ owner }) => ({ path: { id: owner.id }, shows: owner.account.clientCode }),
  },
  'PUT /api/tenant/{id}': {
    residents: 'owner',
    administrators: may('tenants.edit'),
    // Residents may write the first field, the office the second.
    prepare: ({ owner }) => ({
      path: { id: owner.id },
      body: { socialMediaAccount: createUniqueText('@ana'), unitNumber: createUniqueText('Unit') },
    }),
  },
  'POST /api/tenant': { administrators: may('tenants.add'), prepare: () => ({ body: createTenantBody() }) },
  'DELETE /api/tenant/{id}': {
    administrators: may('tenants.delete'),
    prepare: async (accounts) => ({ path: { id: (await makeOtherTenant(accounts)).id } }),
  },
  'GET /api/tenantIds': {
    administrators: may('tenants.view'),
    prepare: ({ owner }) => ({ query: { selectedIds: owner.id }, shows: owner.account.clientCode }),
  },
  'POST /api/tenant/{id}/login-details': {
    administrators: may('tenants.edit'),
    answers: 200,
    prepare: async (accounts) => ({ path: { id: (await makeOtherTenant(accounts)).id } }),
  },
  'GET /api/logged-in-monitor': {
    administrators: may('loggedInLogs.view'),
    prepare: ({ owner }) => ({ query: { id: owner.id }, shows: owner.account.clientCode }),
  },
}
