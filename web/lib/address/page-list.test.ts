import { House } from 'lucide-react'
import { lazy } from 'react'
import { expect, test } from 'vitest'
import { listMenu, type MenuEntry, type Page } from './page-list.ts'

const createPage = (title: string, group?: string, overrides: Partial<Page> = {}): Page => ({
  path: `/${title}`,
  title,
  icon: House,
  group,
  Component: lazy(() => Promise.reject(new Error('never drawn here'))),
  ...overrides,
})

const listMenuTitles = (pages: readonly Page[]): unknown =>
  [...listMenu(pages)].map(([name, entries]) => [name, entries.map((p) => p.title)])

test('a menu keeps the order of the list, with each group at its first page', () => {
  expect(
    listMenuTitles([
      createPage('a'),
      createPage('b'),
      createPage('c', 'G'),
      createPage('d', 'G'),
      createPage('e'),
      createPage('f', 'G'),
    ]),
  ).toEqual([
    ['/a', ['a']],
    ['/b', ['b']],
    ['G', ['c', 'd', 'f']],
    ['/e', ['e']],
  ])
})

test('a page with `isHiddenInMenu` is left out', () => {
  expect(listMenuTitles([createPage('a'), createPage('b', undefined, { isHiddenInMenu: true })])).toEqual([
    ['/a', ['a']],
  ])
})

test('tabs are one entry, which opens the first of them', () => {
  const moneyEntry = { title: 'Money', icon: House }
  const [entry, ...otherEntries] = listMenu([
    createPage('counter', 'G', { tabbedEntry: moneyEntry }),
    createPage('b', 'G'),
    createPage('bank', 'G', { tabbedEntry: moneyEntry }),
  ]).get('G') as MenuEntry[]
  expect(entry).toMatchObject({ title: 'Money', path: '/counter', paths: ['/counter', '/bank'] })
  expect(otherEntries.map(({ path, paths }) => [path, paths])).toEqual([['/b', ['/b']]])
})
