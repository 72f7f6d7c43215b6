import { expect, test } from 'vitest'
import { listMenu } from '#lib/address/page-list.ts'
import { PAGES } from './pages.tsx'

test('the group PMO Services is after the second entry of the menu (rules 15.10)', () => {
  expect([...listMenu(PAGES).keys()].slice(0, 4)).toEqual(['/', '/mail', 'PMO Services', '/ask'])
})
