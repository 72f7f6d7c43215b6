import { expect, test } from 'vitest'
import {
  DEFAULT_CHOICE,
  findFirstKind,
  type KindWithDays,
  type DueTenantRow,
  toSelection,
} from './tenant-choice.ts'

const createRow = (id: number, lastReminded: string | null = null): DueTenantRow => ({
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
const FIRST_REMINDED_AT = '2026-11-27T04:00:00.000Z'
const LAST_REMINDED_AT = '2026-11-27T05:00:00.000Z'

function getSelectedIdsAfter(
  changeSelection: (selection: ReturnType<typeof toSelection>) => void,
  rowsBefore: readonly DueTenantRow[],
  rowsAfter: readonly DueTenantRow[],
): number[] {
  let choice = DEFAULT_CHOICE
  changeSelection(toSelection(rowsBefore, choice, (next) => (choice = next)))
  return toSelection(rowsAfter, choice, () => {}).rows.map(({ id }) => id)
}

test('at first all are chosen who did not have this reminder', () => {
  expect(
    getSelectedIdsAfter(
      () => {},
      [createRow(1), createRow(2, FIRST_REMINDED_AT)],
      [createRow(1), createRow(2, FIRST_REMINDED_AT)],
    ),
  ).toEqual([1])
})

test('who was unticked stays out if a colleague reminds them meanwhile', () => {
  const rows = [createRow(1), createRow(2)]
  expect(getSelectedIdsAfter(({ toggle }) => toggle([1]), rows, rows)).toEqual([2])
  expect(
    getSelectedIdsAfter(({ toggle }) => toggle([1]), rows, [createRow(1, FIRST_REMINDED_AT), createRow(2)]),
  ).toEqual([2])
  expect(
    getSelectedIdsAfter(({ clear }) => clear(), rows, [
      createRow(1, FIRST_REMINDED_AT),
      createRow(2, FIRST_REMINDED_AT),
    ]),
  ).toEqual([])
})

test('who is ticked is not reminded twice because a colleague did so meanwhile', () => {
  expect(
    getSelectedIdsAfter(
      ({ chooseAll }) => chooseAll(),
      [createRow(1), createRow(2)],
      [createRow(1, FIRST_REMINDED_AT), createRow(2)],
    ),
  ).toEqual([2])
})

test('who had this reminder is reminded again if chosen, unless another one came since', () => {
  const rows = [createRow(1), createRow(2, FIRST_REMINDED_AT)]
  expect(getSelectedIdsAfter(({ toggle }) => toggle([2]), rows, rows)).toEqual([1, 2])
  expect(
    getSelectedIdsAfter(({ toggle }) => toggle([2]), rows, [createRow(1), createRow(2, LAST_REMINDED_AT)]),
  ).toEqual([1])
})

test('ticking some of which one is unticked ticks all of them', () => {
  const rows = [createRow(1), createRow(2, FIRST_REMINDED_AT)]
  expect(getSelectedIdsAfter(({ toggle }) => toggle([1, 2]), rows, rows)).toEqual([1, 2])
})

const findFirstKindWhere = (matches: (first: KindWithDays) => boolean) =>
  findFirstKind((first) => Promise.resolve(matches(first) ? 3 : 0))

test('new reminders open with a kind that finds somebody (rules 20.7)', async () => {
  expect(await findFirstKindWhere(() => true)).toEqual({ kind: 'before', days: 7 })
  expect(await findFirstKindWhere(({ kind }) => kind !== 'before')).toEqual({ kind: 'on', days: 0 })
  expect(await findFirstKindWhere(({ kind }) => kind === 'after')).toEqual({ kind: 'after', days: 7 })
  expect(await findFirstKindWhere(({ kind, days }) => kind === 'after' && days < 7)).toEqual({
    kind: 'after',
    days: 1,
  })
  expect(await findFirstKindWhere(({ days }) => days > 20)).toEqual({ kind: 'before', days: 90 })
  expect(await findFirstKindWhere(() => false)).toEqual({ kind: 'before', days: 7 })
})
