import { expect, test } from 'vitest'
import { MODULES_OF_GROUP } from '@tahanan/contract/reset.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

test('every module of tickets is in exactly one reset group', () => {
  const grouped = Object.values(MODULES_OF_GROUP).flat()
  expect(grouped.toSorted()).toEqual(MODULES.map(({ name }) => name).toSorted())
})
