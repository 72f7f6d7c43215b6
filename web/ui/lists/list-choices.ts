import { createKeptStore } from '#lib/kept-store.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { isStatus, type Status } from '@tahanan/contract/statuses.ts'

const kept = createKeptStore('LISTS')

export const listChoices = { get: kept.get, watch: kept.watch }

const isPageSize = (rows: unknown): rows is number => LIMITS.pageSizes.some((size) => size === rows)

export function getRowsPerPage(asked: string | null): number {
  const { rows } = kept.get()
  if (isPageSize(Number(asked))) return Number(asked)
  return isPageSize(rows) ? rows : LIMITS.officePageSize
}

/** Returns the tab that was last used in this list. Undefined means the tab with all rows. */
export function getLastTab(path: string): Status | undefined {
  const status = kept.get()[`tab ${path}`]
  return isStatus(status) ? status : undefined
}

export const isCompact = (choices = kept.get()): boolean => choices.compact === true

export const saveRows = (rows: number): void => kept.keep({ rows })
export const saveTab = (path: string, status: Status | undefined): void =>
  kept.keep({ [`tab ${path}`]: status })
export const saveCompact = (compact: boolean): void => kept.keep({ compact })
