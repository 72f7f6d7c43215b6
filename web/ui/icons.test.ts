import { Ticket } from 'lucide-react'
import { expect, test } from 'vitest'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { iconNamed } from './icons.ts'

test('every icon of the registries exists', () => {
  const options = MODULES.flatMap(({ fields }) => Object.values(fields)).flatMap((field) =>
    field.kind === 'choice' ? field.options : [],
  )
  const names = [...MODULES, ...RECORD_KINDS, ...options].flatMap(({ icon }) => icon ?? [])
  expect(names.filter((name) => iconNamed(name) === Ticket)).toEqual([])
})
