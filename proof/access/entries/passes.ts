import type { Pass } from '@tahanan/contract/gate/answers.ts'
import { withAnyFlag, type AccessCases } from '../access-case.ts'
import { createUniqueText, type TestAccounts } from '../test-accounts.ts'
import { fileTicket } from './tickets.ts'

export async function createApprovedVisitor(accounts: TestAccounts): Promise<number> {
  const { id } = await fileTicket(accounts, 'visitor')
  const { status } = await accounts.office.put(`/visitor/${id}`, { status: 2 })
  if (status !== 200) throw new Error(`the visitor was not approved: ${status}`)
  return id
}

export async function createPass(accounts: TestAccounts) {
  const ticketId = await createApprovedVisitor(accounts)
  return { ticketId, pass: (await accounts.owner.get<Pass>(`/pass/${ticketId}`)).body }
}

export const passCases: AccessCases = {
  'GET /api/pass/{ticketId}': {
    residents: 'owner',
    administrators: withAnyFlag('gate.scan'),
    prepare: async (accounts) => {
      const { ticketId, pass } = await createPass(accounts)
      return { path: { ticketId }, expectedText: pass.code }
    },
  },
  'DELETE /api/pass/{ticketId}': {
    residents: 'owner',
    prepare: async (accounts) => ({ path: { ticketId: await createApprovedVisitor(accounts) } }),
  },
  'POST /api/pass-view': {
    isPublic: true,
    expectedStatus: 200,
    changes: false,
    prepare: async (accounts) => ({ body: { token: (await createPass(accounts)).pass.link.split('#')[1] } }),
  },
  'GET /api/gate-settings': { administrators: withAnyFlag('gate.view', 'gate.devices') },
  'PUT /api/gate-settings': {
    administrators: withAnyFlag('gate.devices'),
    prepare: () => ({
      body: {
        visitHoursBefore: 2,
        workFrom: '08:00',
        workTo: '18:00',
        howToGetIn: createUniqueText('Gate'),
        walkInSeconds: 60,
      },
    }),
  },
}
