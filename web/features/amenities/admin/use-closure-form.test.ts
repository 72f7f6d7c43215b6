import { flushSync } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import { mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { createStorage, stubDraftStorage } from '#lib/testing-storage.ts'
import { startDrafts } from '#ui/forms/drafts.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { Slot } from './calendar-grid.tsx'
import { useClosureForm } from './use-closure-form.ts'

const AMENITIES = [
  { id: 3, title: 'Function room' },
  { id: 4, title: 'Pool' },
]
const SLOT: Slot = { amenityId: 3, day: '2026-03-12', from: '09:00', to: '10:00' }

let unmount: (() => Promise<void>) | undefined
afterEach(async () => {
  await unmount?.()
  queryClient.clear()
})

function openClosure(slot: Partial<Slot>, storedItems: ReturnType<typeof createStorage>) {
  stubDraftStorage(storedItems, '/admin/')
  startDrafts()
  queryClient.setQueryData(['me'], createAdminMe())
  const put = vi.spyOn(api, 'put').mockResolvedValue({})
  vi.spyOn(toast, 'success').mockReturnValue()
  let state: ReturnType<typeof useClosureForm> | undefined
  unmount = mountHook(
    () => void (state = useClosureForm({ amenities: AMENITIES, slot, onClose: () => undefined })),
    QueryProvider,
  )
  return { put, getState: () => state as ReturnType<typeof useClosureForm> }
}

test('a draft closes the amenity that was chosen, and the body does not contain it', async () => {
  const storedItems = createStorage({ ADMIN_SESSION_TOKEN: 'token' })
  const firstForm = openClosure(SLOT, storedItems)
  flushSync(() => firstForm.getState().setAmenityId(4))
  flushSync(() => firstForm.getState().form.set('reason', 'Cleaning'))
  await unmount?.()
  const { put, getState } = openClosure(SLOT, storedItems)
  expect(getState()).toMatchObject({ amenityId: 4, form: { values: { reason: 'Cleaning' } } })
  await getState().submit()
  expect(put.mock.calls).toEqual([
    [
      '/amenity-closure/4',
      { from: '2026-03-12', to: null, opens: '09:00', closes: '10:00', reason: 'Cleaning' },
    ],
  ])
})

test('the draft of a slot is not restored for another slot', async () => {
  const storedItems = createStorage({ ADMIN_SESSION_TOKEN: 'token' })
  const firstForm = openClosure(SLOT, storedItems)
  flushSync(() => firstForm.getState().form.set('closes', '12:00'))
  await unmount?.()
  const otherSlot = { amenityId: 4, day: '2026-03-14', from: '15:00', to: '16:00' }
  expect(openClosure(otherSlot, storedItems).getState()).toMatchObject({
    amenityId: 4,
    form: { isDraftRestored: false, values: { from: '2026-03-14', opens: '15:00', closes: '16:00' } },
  })
})
