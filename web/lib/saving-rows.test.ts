import { expect, test } from 'vitest'
import {
  createSaveQueue,
  isSaving,
  markSaving,
  saveRow,
  toTicketRowName,
  unmarkSaving,
} from './saving-rows.ts'

function gate(): { promise: Promise<void>; resolve: () => void } {
  let open: (() => void) | undefined
  const promise = new Promise<void>((resolve) => {
    open = resolve
  })
  return { promise, resolve: () => open?.() }
}

const idle = () => new Promise((resolve) => setTimeout(resolve))

test('a step of a row runs once, however slow what it waits for is', async () => {
  const answer = gate()
  let sent = 0
  const press = () =>
    saveRow(toTicketRowName(1), async () => {
      await answer.promise
      sent += 1
    })
  const presses = [press(), press()]
  await idle()
  presses.push(press())
  expect(isSaving(toTicketRowName(1))).toBe(true)
  answer.resolve()
  await Promise.all(presses)
  expect(sent).toBe(1)
  expect(isSaving(toTicketRowName(1))).toBe(false)
})

test('a row is free again when its step was cancelled or refused', async () => {
  await saveRow(toTicketRowName(2), async () => undefined)
  await expect(saveRow(toTicketRowName(2), () => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  )
  expect(isSaving(toTicketRowName(2))).toBe(false)
})

test('rows that are being saved are not marked twice', () => {
  expect(markSaving([toTicketRowName(3), toTicketRowName(4)])).toEqual([
    toTicketRowName(3),
    toTicketRowName(4),
  ])
  expect(markSaving([toTicketRowName(4), toTicketRowName(5)])).toEqual([toTicketRowName(5)])
  unmarkSaving([toTicketRowName(3), toTicketRowName(4), toTicketRowName(5)])
  expect(isSaving(toTicketRowName(4))).toBe(false)
})

test('a row is being saved until its lists are refetched after the last answer', async () => {
  const lists: ReturnType<typeof gate>[] = []
  const send = createSaveQueue(() => {
    lists.push(gate())
    return lists.at(-1)?.promise ?? Promise.resolve()
  })
  const [first, second, third] = [gate(), gate(), gate()]
  const done: string[] = []
  const take = async (name: string, answer: typeof first): Promise<void> => {
    await send(() => answer.promise)
    done.push(name)
  }
  const both = [take('first', first), take('second', second)]
  first.resolve()
  await idle()
  // The second change is still pending, so the lists are not refetched yet.
  expect([lists.length, done]).toEqual([0, []])
  second.resolve()
  await idle()
  expect([lists.length, done]).toEqual([1, []])
  // A third change during the refetch makes its result outdated, so nobody is done yet.
  both.push(take('third', third))
  lists[0]?.resolve()
  await idle()
  expect(done).toEqual([])
  third.resolve()
  await idle()
  expect([lists.length, done]).toEqual([2, []])
  lists[1]?.resolve()
  await Promise.all(both)
  expect(done.toSorted()).toEqual(['first', 'second', 'third'])
})

test('a refused step does not stop those after it', async () => {
  const send = createSaveQueue(() => Promise.resolve())
  await expect(send(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  let sent = false
  await send(async () => {
    sent = true
  })
  expect(sent).toBe(true)
})
