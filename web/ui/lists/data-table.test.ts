import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { RowActions } from './data-table.tsx'

function clickRowIcon(saving: boolean) {
  const onSelect = vi.fn()
  const actions = ['Approve', 'Delete'].map((label) => ({ label, icon: X, onSelect }))
  const [, icon] = RowActions({ name: 'Gym renewed', actions, saving }) as ReactElement<{ onClick(): void }>[]
  icon?.props.onClick()
  return onSelect
}

test('the icons of a row do nothing while a change of it is running', () => {
  expect(clickRowIcon(true)).not.toHaveBeenCalled()
  expect(clickRowIcon(false)).toHaveBeenCalledOnce()
})
