import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { ServiceType } from '@tahanan/contract/tickets/define-module.ts'

/** Menu and routes use the same list, so that every menu entry has a route. */
export interface Page {
  /** See rules 15.9 and 15.17. */
  path: string
  title: string
  icon: LucideIcon
  group?: string
  /** Menu entry of which this page is a tab: the same object for all its tabs. `title` is the label of the tab. */
  under?: TabbedEntry
  /** Administrators see the page only if this page of permissions is visible to them. */
  permission?: PageName
  flag?: string
  /** Residents see the page only while this service is open to them. */
  service?: ServiceType
  bar?: string
  offMenu?: boolean
  /** A separate HTML document, so the menu must load it without the router. */
  hasOwnDocument?: boolean
  Component: ComponentType
}

export type TabbedEntry = Pick<Page, 'title' | 'icon'>

export interface MenuEntry extends Pick<Page, 'path' | 'title' | 'icon' | 'group' | 'hasOwnDocument'> {
  paths: readonly string[]
}

export function listTabs(pages: readonly Page[], page: Page): readonly Page[] {
  return page.under ? pages.filter(({ under }) => under === page.under) : [page]
}

/** Keyed by the name of the group, or by the path of a page without a group. */
export function listMenu(pages: readonly Page[]): Map<string, MenuEntry[]> {
  const menu = new Map<string, MenuEntry[]>()
  for (const page of pages) {
    const tabs = listTabs(pages, page)
    if (page.offMenu || tabs[0] !== page) continue
    const { path, title, icon, group, under, hasOwnDocument } = page
    const name = group ?? path
    const entry = { path, title, icon, group, hasOwnDocument, ...under, paths: tabs.map((tab) => tab.path) }
    menu.set(name, [...(menu.get(name) ?? []), entry])
  }
  return menu
}
