import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api/api.ts'
import { mountHook } from '#lib/testing-hooks.ts'
import { createStorage, stubDraftStorage } from '#lib/testing-storage.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { useNeighbourNavigation } from './use-neighbour-navigation.ts'

let unmount = async (): Promise<void> => undefined
afterEach(() => unmount())

/** Mounts the hook in a record whose neighbours have to be fetched. */
function mountNavigation() {
  const found = { resolve: (_id: number | undefined) => {}, reject: (_failure: Error) => {} }
  const neighbour = new Promise<number | undefined>((resolve, reject) =>
    Object.assign(found, { resolve, reject }),
  )
  const actions = { forgetDraft: vi.fn(), close: vi.fn(), onOpen: vi.fn() }
  const find = vi.fn(() => neighbour)
  const rendered: { navigation?: ReturnType<typeof useNeighbourNavigation> } = {}
  unmount = mountHook(() => {
    rendered.navigation = useNeighbourNavigation({
      id: 7,
      neighbours: { has: () => true, find },
      ...actions,
    })
  })
  const getNavigation = () => rendered.navigation as ReturnType<typeof useNeighbourNavigation>
  return { found, find, getNavigation, ...actions }
}

test('the next record is found before the sheet asks about unsaved input', async () => {
  const { found, find, getNavigation, forgetDraft, onOpen } = mountNavigation()
  const leaveSheet = vi.fn<(openNext: () => void) => void>()
  const opened = getNavigation().beside.onNext(leaveSheet)
  const openedAgain = getNavigation().beside.onNext(leaveSheet)
  expect([find.mock.calls, leaveSheet.mock.calls]).toEqual([[[7, 1]], []])
  found.resolve(6)
  await Promise.all([opened, openedAgain])
  expect(leaveSheet).toHaveBeenCalledTimes(1)
  expect(forgetDraft).not.toHaveBeenCalled()
  leaveSheet.mock.calls[0]?.[0]()
  expect([forgetDraft.mock.calls.length, onOpen.mock.calls]).toEqual([1, [[6]]])
})

test('a sheet that was closed meanwhile opens no other record and saves nothing', async () => {
  const { found, getNavigation, onOpen, close } = mountNavigation()
  const leaveSheet = vi.fn()
  const save = vi.fn()
  const pendingActions = [
    getNavigation().beside.onPrevious(leaveSheet),
    getNavigation().saveAndOpenNext(save),
  ]
  await unmount()
  found.resolve(8)
  await Promise.all(pendingActions)
  for (const action of [leaveSheet, save, onOpen, close]) expect(action).not.toHaveBeenCalled()
})

test('if the next record cannot be fetched, the sheet stays open and shows the error', async () => {
  const { found, getNavigation, close } = mountNavigation()
  stubDraftStorage(createStorage({ CLIENT_SESSION_TOKEN: 'token' }))
  const leaveSheet = vi.fn()
  const opened = getNavigation().beside.onNext(leaveSheet)
  found.reject(new ApiError(500, 'Something went wrong on our side.'))
  expect((await answerDialog(true)).content).toBe('Something went wrong on our side.')
  await opened
  for (const action of [leaveSheet, close]) expect(action).not.toHaveBeenCalled()
})

test('without a next record the sheet closes', async () => {
  const { found, getNavigation, close } = mountNavigation()
  found.resolve(undefined)
  await getNavigation().beside.onNext((closeSheet) => closeSheet())
  expect(close).toHaveBeenCalledTimes(1)
})

test('a record is saved also if the next one cannot be fetched', async () => {
  const { found, getNavigation, close } = mountNavigation()
  found.reject(new ApiError(500, 'Something went wrong on our side.'))
  await getNavigation().saveAndOpenNext(async () => getNavigation().follow())
  expect(close).toHaveBeenCalledTimes(1)
})
