import { expect, test } from 'vitest'
import { MODULES_BY_RESET_GROUP } from '@tahanan/contract/reset.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

test('every module of tickets is in exactly one reset group', () => {
  const groupedModules = Object.values(MODULES_BY_RESET_GROUP).flat()
  expect(groupedModules.toSorted()).toEqual(MODULES.map(({ name }) => name).toSorted())
})
