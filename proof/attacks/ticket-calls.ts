import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { createTestAmenity } from '@tahanan/server/testing/accounts.ts'
import { postAndGetId, office, portal, resident, type WritingCall } from './writing-portal.ts'

export function getTicketCalls(): WritingCall[] {
  return MODULES.flatMap((module) => {
    const path = `/${module.path.one}`
    const createResidentBody = async () => ({
      ...createExampleBody(module, new Date(), 'Asia/Manila'),
      ...(module.heldResource === 'amenity' && { amenityId: (await createTestAmenity(portal.db)).id }),
    })
    const createOfficeBody = async () => ({ ...(await createResidentBody()), tenantId: resident.id })
    const createTicket = async () => postAndGetId('office', path, await createOfficeBody())
    const ticketPath = `/api${path}/{id}`
    return [
      { who: 'resident', method: 'post', path: `/api${path}`, body: createResidentBody },
      {
        who: 'office',
        method: 'post',
        path: `/api${path}`,
        body: createOfficeBody,
        extraAllowedFields: ['tenantId'],
      },
      { who: 'resident', method: 'put', path: ticketPath, id: createTicket, body: () => ({}) },
      {
        who: 'office',
        method: 'put',
        path: ticketPath,
        id: createTicket,
        body: () => ({ remarks: 'Seen.' }),
        extraAllowedFields: ['tenantId'],
      },
      ...['verified', 'approved', 'rejected', 'reserved'].map((verb) => ({
        who: 'office' as const,
        method: 'put' as const,
        path: `/api${path}/${verb}/{id}`,
        id: createTicket,
        body: () => ({}),
      })),
      {
        who: 'office',
        method: 'put',
        path: `/api${path}/assigned/{id}`,
        id: createTicket,
        body: () => ({ assigneeId: office.id }),
      },
      {
        who: 'office',
        method: 'put',
        path: `/api/${module.path.many}/assigned`,
        body: async () => {
          const ticketResponse = await office.post<{ id: number; updated_at: string }>(
            path,
            await createOfficeBody(),
          )
          const { id: ticketId, updated_at } = ticketResponse.body
          return { tickets: [{ id: ticketId, updated_at }], assigneeId: office.id }
        },
      },
      {
        who: 'office',
        method: 'put',
        path: `/api/${module.path.many}/decided`,
        body: async () => {
          const ticketResponse = await office.post<{ id: number; updated_at: string }>(
            path,
            await createOfficeBody(),
          )
          return {
            tickets: [{ id: ticketResponse.body.id, updated_at: ticketResponse.body.updated_at }],
            status: 5,
          }
        },
      },
    ] satisfies WritingCall[]
  })
}
