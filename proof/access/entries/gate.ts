import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { enrolTestDevice, createEntryBody, sendGateEntries } from '@tahanan/server/features/gate/testing.ts'
import { registerWalkIn } from '@tahanan/server/features/gate/walk-ins/testing.ts'
import { deriveAnswerToken } from '@tahanan/server/features/gate/walk-ins/walk-in-notifications.ts'
import { withAnyFlag, type AccessCases } from '../access-case.ts'
import { createUniqueText, type TestAccounts } from '../test-accounts.ts'
import { createPass } from './passes.ts'

async function createGateEntry(accounts: TestAccounts): Promise<{ id: number; number: string }> {
  const { ticketId, pass } = await createPass(accounts)
  await sendGateEntries(accounts.office, createEntryBody(pass.code, 'refused'))
  const { db } = accounts.portal
  return db
    .selectFrom('gate_events as e')
    .innerJoin('tickets as t', 't.id', 'e.ticket_id')
    .select(['e.id', 't.ticket_number as number'])
    .where('e.ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow()
}

export const gateCases: AccessCases = {
  'POST /api/gate-scan': {
    administrators: withAnyFlag('gate.scan'),
    expectedStatus: 200,
    changes: false,
    prepare: async (accounts) => {
      const { code } = (await createPass(accounts)).pass
      return { body: { code }, expectedText: code }
    },
  },
  'POST /api/gate-events': {
    administrators: withAnyFlag('gate.scan'),
    expectedStatus: 200,
    prepare: async (accounts) => ({
      body: { events: [createEntryBody((await createPass(accounts)).pass.code, 'refused')] },
    }),
  },
  'GET /api/gate-passes': {
    administrators: withAnyFlag('gate.view'),
    prepare: async (accounts) => {
      const { code } = (await createPass(accounts)).pass
      return { query: { search: code }, expectedText: code }
    },
  },
  'GET /api/gate-counts': { administrators: withAnyFlag('gate.view') },
  'GET /api/gate-list': {
    administrators: withAnyFlag('gate.view'),
    prepare: async (accounts, me) => {
      await enrolTestDevice(accounts.portal.db, me)
      return { expectedText: (await createPass(accounts)).pass.code }
    },
  },
  'GET /api/gate-log': {
    administrators: withAnyFlag('gate.log'),
    prepare: async (accounts) => {
      const { number } = await createGateEntry(accounts)
      return { query: { searchTerm: number }, expectedText: number }
    },
  },
  'GET /api/gateLogIds': {
    administrators: withAnyFlag('gate.log'),
    prepare: async (accounts) => {
      const { id, number } = await createGateEntry(accounts)
      return { query: { selectedIds: id }, expectedText: number }
    },
  },
  'GET /api/gate-figures': {
    administrators: withAnyFlag('gate.log'),
    prepare: () => ({ query: { from: '2026-01-01', to: '2026-01-31' } }),
  },
}

const GUARD = { administrators: withAnyFlag('gate.register') }

async function createWalkIn({ portal, owner, office }: TestAccounts) {
  const [key, name] = [randomUUID(), createUniqueText('Visitor')]
  // Moves older walk-ins (visitors without a pass) of the tenant 61 minutes into the past, because only three
  // may be unanswered within one hour. Moves each only once, because after two hours nobody may answer it.
  await sql`update walk_ins set created_at = created_at - interval '61 minutes' where tenant_id = ${owner.id}
    and created_at > clock_timestamp() - interval '1 hour' and id not in (select id from walk_ins where tenant_id = ${owner.id} order by id desc limit 2)`.execute(
    portal.db,
  )
  const { body } = await registerWalkIn(office, owner.id, { key, name })
  return { id: body.id, name, token: () => deriveAnswerToken(portal.db, key) }
}

async function createWalkInAwaitingCall(accounts: TestAccounts) {
  const walkIn = await createWalkIn(accounts)
  await accounts.portal.db
    .updateTable('walk_ins')
    .set({ state: 'call' })
    .where('id', '=', walkIn.id)
    .execute()
  return walkIn
}

/** Expected access to walk-ins: visitors without a pass (rules 24.50 to 24.58). */
export const walkInCases: AccessCases = {
  'GET /api/walk-ins': {
    residents: 'theirs',
    ...GUARD,
    prepare: async (accounts) => ({ expectedText: (await createWalkIn(accounts)).name }),
  },
  'POST /api/walk-in': {
    ...GUARD,
    prepare: ({ owner }) => ({
      body: {
        key: randomUUID(),
        tenantId: owner.id,
        name: createUniqueText('Visitor'),
        purpose: 'Delivery',
        people: 1,
      },
    }),
  },
  'PUT /api/walk-in/{id}/answer': {
    residents: 'owner',
    ...GUARD,
    prepare: async (accounts) => ({
      path: { id: (await createWalkInAwaitingCall(accounts)).id },
      body: { answer: 'allow' },
    }),
  },
  'POST /api/walk-in-answer': {
    isPublic: true,
    expectedStatus: 200,
    changes: true,
    prepare: async (accounts) => ({
      body: { token: await (await createWalkIn(accounts)).token(), answer: 'deny' },
    }),
  },
  'GET /api/gate-units': {
    ...GUARD,
    prepare: ({ owner }) => ({
      query: { search: owner.account.uoccname },
      expectedText: owner.account.uoccname,
    }),
  },
}
