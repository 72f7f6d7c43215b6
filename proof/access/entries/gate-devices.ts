import { hash } from 'node:crypto'
import { normalizeCode } from '@tahanan/contract/gate/words.ts'
import { may, type Entries } from '../entry.ts'
import { createUniqueText, type TestAccounts } from '../test-accounts.ts'

const OFFICE = { administrators: may('gate.devices') }
const reason = 'Took a bicycle'
let codes = 0

async function makeGate({ portal }: TestAccounts): Promise<{ id: number; name: string }> {
  const name = createUniqueText('Gate')
  const gate = portal.db.insertInto('gates').values({ name }).returning('id')
  return { ...(await gate.executeTakeFirstOrThrow()), name }
}

async function makeDevice(accounts: TestAccounts) {
  const gate = await makeGate(accounts)
  const [name, code] = [createUniqueText('Tablet'), `CODE${String((codes += 1)).padStart(4, '0')}`]
  const device = accounts.portal.db
    .insertInto('gate_devices')
    .values({
      gate_id: gate.id,
      name,
      code_hash: hash('sha256', normalizeCode(code), 'buffer'),
      code_ends_at: '2100-01-01',
    })
    .returning('id')
  return { ...(await device.executeTakeFirstOrThrow()), name, code }
}

async function makeBarred({ portal }: TestAccounts): Promise<{ id: number; name: string }> {
  const name = createUniqueText('Barred')
  const entry = portal.db.insertInto('do_not_admit').values({ name, reason }).returning('id')
  return { ...(await entry.executeTakeFirstOrThrow()), name }
}

export const gateDeviceEntries: Entries = {
  'GET /api/gates': {
    administrators: may('gate.view', 'gate.log', 'gate.devices'),
    prepare: async (accounts) => ({ shows: (await makeGate(accounts)).name }),
  },
  'POST /api/gate': {
    ...OFFICE,
    prepare: () => ({ body: { name: createUniqueText('Gate'), direction: 'in' } }),
  },
  'PUT /api/gate/{id}': {
    ...OFFICE,
    prepare: async (accounts) => ({
      path: { id: (await makeGate(accounts)).id },
      body: { name: createUniqueText('Gate') },
    }),
  },
  'DELETE /api/gate/{id}': {
    ...OFFICE,
    prepare: async (accounts) => ({ path: { id: (await makeGate(accounts)).id } }),
  },
  'GET /api/gate-devices': {
    ...OFFICE,
    prepare: async (accounts) => ({ shows: (await makeDevice(accounts)).name }),
  },
  'POST /api/gate-device': {
    ...OFFICE,
    prepare: async (accounts) => ({
      body: { gateId: (await makeGate(accounts)).id, name: createUniqueText('Tablet') },
    }),
  },
  'DELETE /api/gate-device/{id}': {
    ...OFFICE,
    prepare: async (accounts) => ({ path: { id: (await makeDevice(accounts)).id } }),
  },
  'POST /api/gate-enrolment': {
    administrators: may('gate.scan'),
    answers: 200,
    prepare: async (accounts) => ({ body: { code: (await makeDevice(accounts)).code } }),
  },
  'GET /api/do-not-admit': {
    administrators: may('gate.devices', 'gate.log'),
    prepare: async (accounts) => ({ shows: (await makeBarred(accounts)).name }),
  },
  'POST /api/do-not-admit': {
    ...OFFICE,
    prepare: () => ({ body: { name: createUniqueText('Barred'), reason } }),
  },
  'PUT /api/do-not-admit/{id}': {
    ...OFFICE,
    prepare: async (accounts) => ({
      path: { id: (await makeBarred(accounts)).id },
      body: { plate: createUniqueText('NBC 1234') },
    }),
  },
  'DELETE /api/do-not-admit/{id}': {
    ...OFFICE,
    prepare: async (accounts) => ({ path: { id: (await makeBarred(accounts)).id } }),
  },
}
