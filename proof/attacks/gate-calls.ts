import { randomUUID } from 'node:crypto'
import { createApprovedPass, createEntryBody } from '@tahanan/server/features/gate/testing.ts'
import { postAndGetId, portal, resident, type WritingCall } from './writing-portal.ts'

let sharedPass: ReturnType<typeof createApprovedPass> | undefined
/** Creates a gate pass once and reuses it, because the test compares the responses of two equal calls. */
const getSharedPass = () => (sharedPass ??= createApprovedPass(portal, { resident }))
/** Deletes earlier gates, because each name must be unique and the test repeats the call. */
const createGateBody = async () => {
  await portal.db.deleteFrom('gates').execute()
  return { name: 'North gate', direction: 'both' }
}
const createDoNotAdmitBody = () => ({ name: 'Juan Cruz', reason: 'Theft' })
const createWalkInBody = () => ({
  key: randomUUID(),
  name: 'Ana Cruz',
  purpose: 'Parcel',
  tenantId: resident.id,
  people: 1,
  plate: '',
})
const createSettingsBody = () => ({
  visitHoursBefore: 2,
  workFrom: '08:00',
  workTo: '18:00',
  howToGetIn: '',
  walkInSeconds: 60,
})

export function getGateCalls(): WritingCall[] {
  return [
    {
      who: 'office',
      method: 'post',
      path: '/api/gate-scan',
      body: async () => ({ code: (await getSharedPass()).code }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/gate-events',
      body: async () => ({ events: [createEntryBody((await getSharedPass()).code, 'refused')] }),
    },
    { who: 'office', method: 'post', path: '/api/gate', body: createGateBody },
    {
      who: 'office',
      method: 'put',
      path: '/api/gate/{id}',
      id: async () => postAndGetId('office', '/gate', await createGateBody()),
      body: () => ({ name: 'South gate', direction: 'in' }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/gate-device',
      body: async () => ({
        gateId: await postAndGetId('office', '/gate', await createGateBody()),
        name: 'Tablet',
      }),
    },
    { who: 'office', method: 'post', path: '/api/do-not-admit', body: createDoNotAdmitBody },
    {
      who: 'office',
      method: 'put',
      path: '/api/do-not-admit/{id}',
      id: () => postAndGetId('office', '/do-not-admit', createDoNotAdmitBody()),
      body: createDoNotAdmitBody,
    },
    { who: 'office', method: 'put', path: '/api/gate-settings', body: createSettingsBody },
    { who: 'office', method: 'post', path: '/api/walk-in', body: createWalkInBody },
  ]
}
