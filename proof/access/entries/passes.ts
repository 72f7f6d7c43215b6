import type { Pass } from '@tahanan/contract/gate/answers.ts'
import { may, type Entries } from '../entry.ts'
import { createUniqueText, type TestAccounts } from '../test-accounts.ts'
import { fileTicket } from './tickets.ts'

export async function makeApprovedVisitor(accounts: TestAccounts): Promise<number> {
  const { id } = await fileTicket(accounts, 'visitor')
  const { status } = await accounts.office.put(`/visitor/${id}`, { status: 2 })
  if (status !== 200) throw new Error(`the visitor was not approved: ${status}`)
  return id
}

export async function makePass(accounts: TestAccounts) {
  const ticketId = await makeApprovedVisitor(accounts)
  return { ticketId, pass: (await accounts.owner.get<Pass>(`/pass/${ticketId}`)).body }
}

export const passEntries: Entries = {
  'GET /api/pass/{ticketId}': {
    residents: 'owner',
    administrators: may('gate.scan'),
    prepare: async (accounts) => {
      const { ticketId, pass } = await makePass(accounts)
      return { path: { ticketId }, shows: pass.code }
    },
  },
  'DELETE /api/pass/{ticketId}': {
    residents: 'owner',
    prepare: async (accounts) => ({ path: { ticketId: await makeApprovedVisitor(accounts) } }),
  },
  'POST /api/pass-view': {
    open: true,
    answers: 200,
    changes: false,
    prepare: async (accounts) => ({ body: { token: (await makePass(accounts)).pass.link.split('#')[1] } }),
  },
  'GET /api/gate-settings': { administrators: may('gate.view', 'gate.devices') },
  'PUT /api/gate-settings': {
    administrators: may('gate.devices'),
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
