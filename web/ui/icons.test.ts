import { Ticket } from 'lucide-react'
import { expect, test } from 'vitest'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { getIcon } from './icons.ts'

test('every icon of the registries exists', () => {
  const options = MODULES.flatMap(({ fields }) => Object.values(fields)).flatMap((field) =>
    field.kind === 'choice' ? field.options : [],
  )
  const names = [...MODULES, ...RECORD_KINDS, ...options].flatMap(({ icon }) => icon ?? [])
  expect(names.filter((name) => getIcon(name) === Ticket)).toEqual([])
})
