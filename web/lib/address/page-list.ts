import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { ServiceType } from '@tahanan/contract/tickets/define-module.ts'

/**
 * Page of an area. The menu and the router use the same list of pages, so that every menu entry has a route.
 */
export interface Page {
  /** Route of the page (rules 15.9, 15.17). */
  path: string
  title: string
  icon: LucideIcon
  group?: string
  /**
   * Menu entry that shows several pages as tabs, including this page. All these pages use the same object.
   * The page's `title` is the label of its tab.
   */
  tabbedEntry?: TabbedEntry
  permission?: PageName
  flag?: string
  service?: ServiceType
  bar?: string
  isHiddenInMenu?: boolean
  /**
   * The page is a separate HTML document, so menu links load it from the server instead of using the router.
   */
  hasOwnDocument?: boolean
  Component: ComponentType
}

export type TabbedEntry = Pick<Page, 'title' | 'icon'>

export interface MenuEntry extends Pick<Page, 'path' | 'title' | 'icon' | 'group' | 'hasOwnDocument'> {
  paths: readonly string[]
}

export function listTabs(pages: readonly Page[], page: Page): readonly Page[] {
  return page.tabbedEntry ? pages.filter(({ tabbedEntry }) => tabbedEntry === page.tabbedEntry) : [page]
}

/**
 * Returns the menu entries by the name of their group. A page without a group has its own entry under its
 * path.
 */
export function listMenu(pages: readonly Page[]): Map<string, MenuEntry[]> {
  const entriesByGroup = new Map<string, MenuEntry[]>()
  for (const page of pages) {
    const tabs = listTabs(pages, page)
    if (page.isHiddenInMenu || tabs[0] !== page) continue
    const { path, title, icon, group, tabbedEntry, hasOwnDocument } = page
    const name = group ?? path
    const menuEntry = {
      path,
      title,
      icon,
      group,
      hasOwnDocument,
      ...tabbedEntry,
      paths: tabs.map((tab) => tab.path),
    }
    entriesByGroup.set(name, [...(entriesByGroup.get(name) ?? []), menuEntry])
  }
  return entriesByGroup
}
