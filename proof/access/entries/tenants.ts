import { tenantForm } from '@tahanan/contract/billing/tenant.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { createTestTenant } from '@tahanan/server/testing/accounts.ts'
import { getTicketRules } from '@tahanan/server/testing/ticket-rules.ts'
import { withAnyFlag, type AccessCases } from '../access-case.ts'
import { createUniqueCode, createUniqueText, type TestAccounts, type Flag } from '../test-accounts.ts'

const createOtherTenant = ({ portal }: TestAccounts) =>
  createTestTenant(portal.db, { uoccname: createUniqueText('Occupant') })

const createTenantBody = () => ({
  ...Object.fromEntries(
    Object.entries(tenantForm.fields)
      .filter(([, field]) => field.kind === 'text' && field.required)
      .map(([name]) => [name, createUniqueText(name)]),
  ),
  clientCode: createUniqueCode('NEW'),
})

const TICKET_FLAGS = new Set(
  MODULES.flatMap(({ name, permission }) => {
    const { add, edit } = getTicketRules(name)
    return ['add', 'edit', add, ...edit].map((flag) => `${permission}.${flag}` as Flag)
  }),
)

/** Expected access to tenants (rules 3.1). */
export const tenantCases: AccessCases = {
  // Administrators who create a ticket or payment for a tenant need this call too, to find the tenant.
  'GET /api/tenants': {
    administrators: withAnyFlag('tenants.view', 'payments.add', 'payments.counter', ...TICKET_FLAGS),
    prepare: ({ owner }) => ({ query: { id: owner.id }, expectedText: owner.account.clientCode }),
  },
  'GET /api/logged-in-monitorIds': {
    administrators: withAnyFlag('loggedInLogs.view'),
    prepare: ({ owner }) => ({ query: { selectedIds: owner.id }, expectedText: owner.account.clientCode }),
  },
  'GET /api/tenant/{id}': {
    residents: 'owner',
    administrators: withAnyFlag('tenants.view'),
    prepare: ({ owner }) => ({ path: { id: owner.id }, expectedText: owner.account.clientCode }),
  },
  'PUT /api/tenant/{id}': {
    residents: 'owner',
    administrators: withAnyFlag('tenants.edit'),
    // Residents may change the first field, administrators the second one.
    prepare: ({ owner }) => ({
      path: { id: owner.id },
      body: { socialMediaAccount: createUniqueText('@ana'), unitNumber: createUniqueText('Unit') },
    }),
  },
  'POST /api/tenant': {
    administrators: withAnyFlag('tenants.add'),
    prepare: () => ({ body: createTenantBody() }),
  },
  'DELETE /api/tenant/{id}': {
    administrators: withAnyFlag('tenants.delete'),
    prepare: async (accounts) => ({ path: { id: (await createOtherTenant(accounts)).id } }),
  },
  'GET /api/tenantIds': {
    administrators: withAnyFlag('tenants.view'),
    prepare: ({ owner }) => ({ query: { selectedIds: owner.id }, expectedText: owner.account.clientCode }),
  },
  'POST /api/tenant/{id}/login-details': {
    administrators: withAnyFlag('tenants.edit'),
    expectedStatus: 200,
    prepare: async (accounts) => ({ path: { id: (await createOtherTenant(accounts)).id } }),
  },
  'GET /api/logged-in-monitor': {
    administrators: withAnyFlag('loggedInLogs.view'),
    prepare: ({ owner }) => ({ query: { id: owner.id }, expectedText: owner.account.clientCode }),
  },
}
