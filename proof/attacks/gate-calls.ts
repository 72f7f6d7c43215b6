import { randomUUID } from 'node:crypto'
import { createApprovedPass, entry } from '@tahanan/server/features/gate/testing.ts'
import { make, portal, resident, type WritingCall } from './writing-portal.ts'

let made: ReturnType<typeof createApprovedPass> | undefined
/** Returns the pass that all calls use. It is created only once, because the test compares the answers. */
const pass = () => (made ??= createApprovedPass(portal, { resident }))
/** Returns a body that can be sent repeatedly: deletes earlier gates because names are unique. */
const createGateBody = async () => {
  await portal.db.deleteFrom('gates').execute()
  return { name: 'North gate', direction: 'both' }
}
const barred = () => ({ name: 'Juan Cruz', reason: 'Theft' })
const walkIn = () => ({
  key: randomUUID(),
  name: 'Ana Cruz',
  purpose: 'Parcel',
  tenantId: resident.id,
  people: 1,
  plate: '',
})
const settings = () => ({
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
      body: async () => ({ code: (await pass()).code }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/gate-events',
      body: async () => ({ events: [entry((await pass()).code, 'refused')] }),
    },
    { who: 'office', method: 'post', path: '/api/gate', body: createGateBody },
    {
      who: 'office',
      method: 'put',
      path: '/api/gate/{id}',
      id: async () => make('office', '/gate', await createGateBody()),
      body: () => ({ name: 'South gate', direction: 'in' }),
    },
    {
      who: 'office',
      method: 'post',
      path: '/api/gate-device',
      body: async () => ({ gateId: await make('office', '/gate', await createGateBody()), name: 'Tablet' }),
    },
    { who: 'office', method: 'post', path: '/api/do-not-admit', body: barred },
    {
      who: 'office',
      method: 'put',
      path: '/api/do-not-admit/{id}',
      id: () => make('office', '/do-not-admit', barred()),
      body: barred,
    },
    { who: 'office', method: 'put', path: '/api/gate-settings', body: settings },
    { who: 'office', method: 'post', path: '/api/walk-in', body: walkIn },
  ]
}
