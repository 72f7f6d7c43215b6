import { describe, expect, test } from 'vitest'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { createTestAmenity } from '@tahanan/server/testing/accounts.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'

/**
 * Tests attack 10 of docs/attacks.yaml: a resident edits and deletes a ticket while the office approves it.
 */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const adminClient = await portal.as('admin')
const resident = await portal.as('client')

function getTextFieldChange(module: TicketModule): { field: string; value: string } {
  const [field] =
    Object.entries(module.fields).find(
      ([, { kind, writers, ...more }]) =>
        kind === 'text' &&
        !('pattern' in more && more.pattern) &&
        (writers === undefined || writers.includes('resident')),
    ) ?? []
  if (!field) throw new Error(`${module.name} has no text`)
  return { field, value: 'Changed at the last moment' }
}

function getApprovalFields({ fields, example }: TicketModule): Record<string, unknown> {
  const requiredFields = Object.keys(fields).filter((key) => fields[key]?.neededToApprove)
  return Object.fromEntries(requiredFields.map((key) => [key, example[key]]))
}

describe.each(MODULES.map((module) => [module.name, module] as const))('%s', (_, module) => {
  test('either the deletion or the approval wins, and an edit counts only before it', async () => {
    const path = `/${module.path.one}`
    const textChange = getTextFieldChange(module)
    for (let round = 0; round < 10; round++) {
      const creation = await (module.name === 'workService' ? adminClient : resident).post<{ id: number }>(
        path,
        {
          ...createExampleBody(module, new Date(), 'Asia/Manila'),
          tenantId: resident.id,
          ...(module.heldResource === 'amenity' && { amenityId: (await createTestAmenity(portal.db)).id }),
        },
      )
      expect(creation.status).toBe(201)
      const ticketPath = `${path}/${creation.body.id}`
      const changeCalls = {
        approve: () => adminClient.put(ticketPath, { status: 2, ...getApprovalFields(module) }),
        edit: () => resident.put(ticketPath, { [textChange.field]: textChange.value }),
        delete: () => resident.delete(ticketPath),
      }
      const callNames = Object.keys(changeCalls) as (keyof typeof changeCalls)[]
      const callOrder = [...callNames.slice(round % 3), ...callNames.slice(0, round % 3)]
      const statusEntries = await Promise.all(
        callOrder.map(async (name) => [name, (await changeCalls[name]()).status] as const),
      )
      const status = Object.fromEntries(statusEntries) as Record<keyof typeof changeCalls, number>

      const row = await portal.db
        .selectFrom('tickets')
        .select(['status', 'details'])
        .where('id', '=', creation.body.id)
        .executeTakeFirstOrThrow()
      const statusEvents = await portal.db
        .selectFrom('ticket_events')
        .select(['to_status'])
        .where('ticket_id', '=', creation.body.id)
        .execute()
      const observedResult = { ...status, ends: row.status }
      expect([
        { ...status, ends: 2, approve: 200, delete: 403 },
        { ...status, ends: 0, approve: 404, delete: 200 },
      ]).toContainEqual(observedResult)
      // A resident cannot edit an approved or deleted ticket. So the new text must be stored if the edit got
      // 200, and only then.
      const isEdited = (row.details as Record<string, unknown>)[textChange.field] === textChange.value
      expect([status.edit, isEdited]).toEqual(isEdited ? [200, true] : [row.status === 0 ? 404 : 403, false])
      expect(statusEvents.filter(({ to_status }) => to_status === 2 || to_status === 0)).toHaveLength(1)
    }
  })
})
