import { hash } from 'node:crypto'
import { normalizeCode } from '@tahanan/contract/gate/labels-and-codes.ts'
import { withAnyFlag, type AccessCases } from '../access-case.ts'
import { createUniqueText, type TestAccounts } from '../test-accounts.ts'

const DEVICE_MANAGERS = { administrators: withAnyFlag('gate.devices') }
const reason = 'Took a bicycle'
let codeCount = 0

async function createGate({ portal }: TestAccounts): Promise<{ id: number; name: string }> {
  const name = createUniqueText('Gate')
  const gateInsertion = portal.db.insertInto('gates').values({ name }).returning('id')
  return { ...(await gateInsertion.executeTakeFirstOrThrow()), name }
}

async function createGateDevice(accounts: TestAccounts) {
  const gate = await createGate(accounts)
  const [name, code] = [createUniqueText('Tablet'), `CODE${String((codeCount += 1)).padStart(4, '0')}`]
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

async function createDoNotAdmitEntry({ portal }: TestAccounts): Promise<{ id: number; name: string }> {
  const name = createUniqueText('Barred')
  const entryInsertion = portal.db.insertInto('do_not_admit').values({ name, reason }).returning('id')
  return { ...(await entryInsertion.executeTakeFirstOrThrow()), name }
}

export const gateDeviceCases: AccessCases = {
  'GET /api/gates': {
    administrators: withAnyFlag('gate.view', 'gate.log', 'gate.devices'),
    prepare: async (accounts) => ({ expectedText: (await createGate(accounts)).name }),
  },
  'POST /api/gate': {
    ...DEVICE_MANAGERS,
    prepare: () => ({ body: { name: createUniqueText('Gate'), direction: 'in' } }),
  },
  'PUT /api/gate/{id}': {
    ...DEVICE_MANAGERS,
    prepare: async (accounts) => ({
      path: { id: (await createGate(accounts)).id },
      body: { name: createUniqueText('Gate') },
    }),
  },
  'DELETE /api/gate/{id}': {
    ...DEVICE_MANAGERS,
    prepare: async (accounts) => ({ path: { id: (await createGate(accounts)).id } }),
  },
  'GET /api/gate-devices': {
    ...DEVICE_MANAGERS,
    prepare: async (accounts) => ({ expectedText: (await createGateDevice(accounts)).name }),
  },
  'POST /api/gate-device': {
    ...DEVICE_MANAGERS,
    prepare: async (accounts) => ({
      body: { gateId: (await createGate(accounts)).id, name: createUniqueText('Tablet') },
    }),
  },
  'DELETE /api/gate-device/{id}': {
    ...DEVICE_MANAGERS,
    prepare: async (accounts) => ({ path: { id: (await createGateDevice(accounts)).id } }),
  },
  'POST /api/gate-enrolment': {
    administrators: withAnyFlag('gate.scan'),
    expectedStatus: 200,
    prepare: async (accounts) => ({ body: { code: (await createGateDevice(accounts)).code } }),
  },
  'GET /api/do-not-admit': {
    administrators: withAnyFlag('gate.devices', 'gate.log'),
    prepare: async (accounts) => ({ expectedText: (await createDoNotAdmitEntry(accounts)).name }),
  },
  'POST /api/do-not-admit': {
    ...DEVICE_MANAGERS,
    prepare: () => ({ body: { name: createUniqueText('Barred'), reason } }),
  },
  'PUT /api/do-not-admit/{id}': {
    ...DEVICE_MANAGERS,
    prepare: async (accounts) => ({
      path: { id: (await createDoNotAdmitEntry(accounts)).id },
      body: { plate: createUniqueText('NBC 1234') },
    }),
  },
  'DELETE /api/do-not-admit/{id}': {
    ...DEVICE_MANAGERS,
    prepare: async (accounts) => ({ path: { id: (await createDoNotAdmitEntry(accounts)).id } }),
  },
}
