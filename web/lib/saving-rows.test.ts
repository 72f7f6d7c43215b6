import { expect, test } from 'vitest'
import {
  createSaveQueue,
  isRowSaving,
  markAsSaving,
  saveRow,
  toTicketRowName,
  unmarkAsSaving,
} from './saving-rows.ts'

function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolvePromise: (() => void) | undefined
  const deferredPromise = new Promise<void>((resolve) => {
    resolvePromise = resolve
  })
  return { promise: deferredPromise, resolve: () => resolvePromise?.() }
}

const waitForIdle = () => new Promise((resolve) => setTimeout(resolve))

test('a step of a row runs once, however slow what it waits for is', async () => {
  const saveAnswer = createDeferred()
  let sentCount = 0
  const saveTicketRow = () =>
    saveRow(toTicketRowName(1), async () => {
      await saveAnswer.promise
      sentCount += 1
    })
  const savePromises = [saveTicketRow(), saveTicketRow()]
  await waitForIdle()
  savePromises.push(saveTicketRow())
  expect(isRowSaving(toTicketRowName(1))).toBe(true)
  saveAnswer.resolve()
  await Promise.all(savePromises)
  expect(sentCount).toBe(1)
  expect(isRowSaving(toTicketRowName(1))).toBe(false)
})

test('a row is free again when its step was cancelled or refused', async () => {
  await saveRow(toTicketRowName(2), async () => undefined)
  await expect(saveRow(toTicketRowName(2), () => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  )
  expect(isRowSaving(toTicketRowName(2))).toBe(false)
})

test('rows that are being saved are not marked twice', () => {
  expect(markAsSaving([toTicketRowName(3), toTicketRowName(4)])).toEqual([
    toTicketRowName(3),
    toTicketRowName(4),
  ])
  expect(markAsSaving([toTicketRowName(4), toTicketRowName(5)])).toEqual([toTicketRowName(5)])
  unmarkAsSaving([toTicketRowName(3), toTicketRowName(4), toTicketRowName(5)])
  expect(isRowSaving(toTicketRowName(4))).toBe(false)
})

test('a row is being saved until its lists are refetched after the last answer', async () => {
  const listRefetches: ReturnType<typeof createDeferred>[] = []
  const send = createSaveQueue(() => {
    listRefetches.push(createDeferred())
    return listRefetches.at(-1)?.promise ?? Promise.resolve()
  })
  const [first, second, third] = [createDeferred(), createDeferred(), createDeferred()]
  const finishedNames: string[] = []
  const sendChange = async (name: string, deferred: typeof first): Promise<void> => {
    await send(() => deferred.promise)
    finishedNames.push(name)
  }
  const changePromises = [sendChange('first', first), sendChange('second', second)]
  first.resolve()
  await waitForIdle()
  expect([listRefetches.length, finishedNames]).toEqual([0, []])
  second.resolve()
  await waitForIdle()
  expect([listRefetches.length, finishedNames]).toEqual([1, []])
  // A third change during the refetch makes the refetched lists outdated, so no change is finished yet.
  changePromises.push(sendChange('third', third))
  listRefetches[0]?.resolve()
  await waitForIdle()
  expect(finishedNames).toEqual([])
  third.resolve()
  await waitForIdle()
  expect([listRefetches.length, finishedNames]).toEqual([2, []])
  listRefetches[1]?.resolve()
  await Promise.all(changePromises)
  expect(finishedNames.toSorted()).toEqual(['first', 'second', 'third'])
})

test('a refused step does not stop those after it', async () => {
  const send = createSaveQueue(() => Promise.resolve())
  await expect(send(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  let wasSent = false
  await send(async () => {
    wasSent = true
  })
  expect(wasSent).toBe(true)
})
