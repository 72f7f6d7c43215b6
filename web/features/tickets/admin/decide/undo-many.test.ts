import { expect, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { undoMany } from './undo-many.ts'

const module = getModule('gatePass')
const createTickets = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, updated_at: '2026-03-12T01:00:00.000Z' }))

test('many are taken back in portions that the server accepts, and what was refused is named', async () => {
  const putSpy = vi.spyOn(api, 'put').mockImplementation(async (_path, body) => {
    const { tickets } = body as { tickets: { id: number }[] }
    const refusedTickets = tickets
      .filter(({ id }) => id === 1)
      .map(() => ({ ticketNumber: 'GP-2026-000001', message: 'Liza changed it.' }))
    return { done: tickets.slice(refusedTickets.length), refused: refusedTickets, saved: [] } as never
  })
  const success = vi.spyOn(toast, 'success').mockReturnValue()
  const tickets = createTickets(LIMITS.decidedTickets + 2)
  const pendingUndo = undoMany(module, [{ status: 1, remarks: undefined, tickets }])
  const { title, content } = await answerDialog(true)
  await pendingUndo
  const sentCounts = putSpy.mock.calls.map(([path, body]) => [
    path,
    (body as { tickets: unknown[] }).tickets.length,
  ])
  expect(sentCounts).toEqual([
    ['/tickets/decided', LIMITS.decidedTickets],
    ['/tickets/decided', 2],
  ])
  expect(success.mock.calls).toEqual([[`${LIMITS.decidedTickets + 1} gate passes sent back for approval.`]])
  expect([title, content]).toEqual(['1 gate pass stayed as they are', 'GP-2026-000001: Liza changed it.'])
})
