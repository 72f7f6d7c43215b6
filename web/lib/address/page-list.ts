import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { PageName } from '@tahanan/contract/permissions.ts'
import type { ServiceType } from '@tahanan/contract/tickets/define-module.ts'

/** A page of an area. Menu and routes use the same list, so that every menu entry has a route. */
export interface Page {
  /** Path, such as `/admin/tickets` (rules 15.9, 15.17). */
  path: string
  title: string
  icon: LucideIcon
  /** Heading of its menu group; undefined outside groups. */
  group?: string
  /** Administrators see the page only if this page of permissions is visible to them. */
  permission?: PageName
  flag?: string
  /** Residents see the page only while this service is open to them. */
  service?: ServiceType
  /** Short label in the bottom bar of a resident's phone; undefined if it is not in the bar. */
  bar?: string
  offMenu?: boolean
  Component: ComponentType
}

/** Returns the menu entries in order: the pages of a group by its name, others by their path. */
export function menuOf(pages: readonly Page[]): Map<string, Page[]> {
  const menu = new Map<string, Page[]>()
  for (const page of pages) {
    const name = page.group ?? page.path
    if (!page.offMenu) menu.set(name, [...(menu.get(name) ?? []), page])
  }
  return menu
}
