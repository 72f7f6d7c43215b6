import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { makeAmenity } from '@tahanan/server/testing/accounts.ts'
import { make, office, portal, resident, type WritingCall } from './writing-portal.ts'

/** Returns the calls that write tickets, for every module. */
export function getTicketCalls(): WritingCall[] {
  return MODULES.flatMap((module) => {
    const path = `/${module.path.one}`
    const body = async () => ({
      ...createExampleBody(module, new Date(), 'Asia/Manila'),
      ...(module.holds === 'amenity' && { amenityId: (await makeAmenity(portal.db)).id }),
    })
    const createOfficeBody = async () => ({ ...(await body()), tenantId: resident.id })
    const id = async () => make('office', path, await createOfficeBody())
    const one = `/api${path}/{id}`
    return [
      { who: 'resident', method: 'post', path: `/api${path}`, body },
      {
        who: 'office',
        method: 'post',
        path: `/api${path}`,
        body: createOfficeBody,
        alsoAllowed: ['tenantId'],
      },
      { who: 'resident', method: 'put', path: one, id, body: () => ({}) },
      {
        who: 'office',
        method: 'put',
        path: one,
        id,
        body: () => ({ remarks: 'Seen.' }),
        alsoAllowed: ['tenantId'],
      },
      ...['verified', 'approved', 'rejected', 'reserved'].map((verb) => ({
        who: 'office' as const,
        method: 'put' as const,
        path: `/api${path}/${verb}/{id}`,
        id,
        body: () => ({}),
      })),
      {
        who: 'office',
        method: 'put',
        path: `/api${path}/assigned/{id}`,
        id,
        body: () => ({ assigneeId: office.id }),
      },
      {
        who: 'office',
        method: 'put',
        path: `/api/${module.path.many}/assigned`,
        body: async () => {
          const filed = await office.post<{ id: number; updated_at: string }>(path, await createOfficeBody())
          const { id: ticketId, updated_at } = filed.body
          return { tickets: [{ id: ticketId, updated_at }], assigneeId: office.id }
        },
      },
      {
        who: 'office',
        method: 'put',
        path: `/api/${module.path.many}/decided`,
        body: async () => {
          const filed = await office.post<{ id: number; updated_at: string }>(path, await createOfficeBody())
          return { tickets: [{ id: filed.body.id, updated_at: filed.body.updated_at }], status: 5 }
        },
      },
    ] satisfies WritingCall[]
  })
}
