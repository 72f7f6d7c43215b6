import { expect, test } from 'vitest'
import { FIRST_CHOICE, findFirstKind, type FirstKind, type Listed, toSelection } from './choice.ts'

const createRow = (id: number, lastReminded: string | null = null): Listed => ({
  id,
  tenantId: id,
  uoccname: 'Ana Reyes',
  clientCode: `A-10${id}`,
  amount: 100,
  dueDate: '2026-11-30',
  leftToPay: 100,
  hasMail: true,
  lastReminded,
  reminded: lastReminded !== null,
})
const NOON = '2026-11-27T04:00:00.000Z'
const LATER = '2026-11-27T05:00:00.000Z'

function getChosenAfter(
  press: (selection: ReturnType<typeof toSelection>) => void,
  before: readonly Listed[],
  later: readonly Listed[],
): number[] {
  let choice = FIRST_CHOICE
  press(toSelection(before, choice, (next) => (choice = next)))
  return toSelection(later, choice, () => {}).rows.map(({ id }) => id)
}

test('at first all are chosen who did not have this reminder', () => {
  expect(
    getChosenAfter(() => {}, [createRow(1), createRow(2, NOON)], [createRow(1), createRow(2, NOON)]),
  ).toEqual([1])
})

test('who was unticked stays out if a colleague reminds them meanwhile', () => {
  const rows = [createRow(1), createRow(2)]
  expect(getChosenAfter(({ toggle }) => toggle([1]), rows, rows)).toEqual([2])
  expect(getChosenAfter(({ toggle }) => toggle([1]), rows, [createRow(1, NOON), createRow(2)])).toEqual([2])
  expect(getChosenAfter(({ clear }) => clear(), rows, [createRow(1, NOON), createRow(2, NOON)])).toEqual([])
})

test('who is ticked is not reminded twice because a colleague did so meanwhile', () => {
  expect(
    getChosenAfter(
      ({ chooseAll }) => chooseAll(),
      [createRow(1), createRow(2)],
      [createRow(1, NOON), createRow(2)],
    ),
  ).toEqual([2])
})

test('who had this reminder is reminded again if chosen, unless another one came since', () => {
  const rows = [createRow(1), createRow(2, NOON)]
  expect(getChosenAfter(({ toggle }) => toggle([2]), rows, rows)).toEqual([1, 2])
  expect(getChosenAfter(({ toggle }) => toggle([2]), rows, [createRow(1), createRow(2, LATER)])).toEqual([1])
})

test('ticking some of which one is unticked ticks all of them', () => {
  const rows = [createRow(1), createRow(2, NOON)]
  expect(getChosenAfter(({ toggle }) => toggle([1, 2]), rows, rows)).toEqual([1, 2])
})

const findFirst = (finds: (first: FirstKind) => boolean) =>
  findFirstKind((first) => Promise.resolve(finds(first) ? 3 : 0))

test('new reminders open with a kind that finds somebody (rules 20.7)', async () => {
  expect(await findFirst(() => true)).toEqual({ kind: 'before', days: 7 })
  expect(await findFirst(({ kind }) => kind !== 'before')).toEqual({ kind: 'on', days: 0 })
  expect(await findFirst(({ kind }) => kind === 'after')).toEqual({ kind: 'after', days: 7 })
  expect(await findFirst(({ kind, days }) => kind === 'after' && days < 7)).toEqual({
    kind: 'after',
    days: 1,
  })
  expect(await findFirst(({ days }) => days > 20)).toEqual({ kind: 'before', days: 90 })
  expect(await findFirst(() => false)).toEqual({ kind: 'before', days: 7 })
})
