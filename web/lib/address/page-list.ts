import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { ServiceType } from '@tahanan/contract/tickets/define-module.ts'

/**
 * One page of an area. Menu and routes are both drawn from the area's list, so a page is one entry there and nothing
 * else, and no menu can name a page that does not exist.
 */
export interface Page {
  /** As `/admin/tickets` (rules 15.9, 15.17). */
  path: string
  /** In the menu and for the browser's history. */
  title: string
  icon: LucideIcon
  /** Under which heading of the menu; none stands by itself. */
  group?: string
  /** Administrators: shown while this page is visible to them. */
  permission?: PageName
  /** Flag of that page without which it is not shown. */
  flag?: string
  /** Residents: shown while this service is open to them. */
  service?: ServiceType
  /** In the bar at the bottom of a resident's phone, under this short word. */
  bar?: string
  /** Has a route but no menu entry, like a page that only links lead to. */
  offMenu?: boolean
  Component: ComponentType
}

/**
 * The menu, in the order of the list: the pages of a group by its name, where the first of them stands, any other page by its
 * path.
 */
export function menuOf(pages: readonly Page[]): Map<string, Page[]> {
  const menu = new Map<string, Page[]>()
  for (const page of pages) {
    const name = page.group ?? page.path
    if (!page.offMenu) menu.set(name, [...(menu.get(name) ?? []), page])
  }
  return menu
}
