import { createPersistentStore } from '#lib/persistent-store.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { isStatus, type Status } from '@tahanan/contract/statuses.ts'

const choiceStore = createPersistentStore('LISTS')

export const listChoices = { get: choiceStore.get, watch: choiceStore.watch }

const isPageSize = (rows: unknown): rows is number => LIMITS.pageSizes.some((size) => size === rows)

export function getRowsPerPage(requestedRows: string | null): number {
  const { rows } = choiceStore.get()
  if (isPageSize(Number(requestedRows))) return Number(requestedRows)
  return isPageSize(rows) ? rows : LIMITS.officePageSize
}

/** Returns the tab that was last used in this list. Undefined means the tab with all rows. */
export function getLastTab(path: string): Status | undefined {
  const status = choiceStore.get()[`tab ${path}`]
  return isStatus(status) ? status : undefined
}

export const isCompactDensity = (choices = choiceStore.get()): boolean => choices.compact === true

export const saveRowsPerPage = (rows: number): void => choiceStore.save({ rows })
export const saveTab = (path: string, status: Status | undefined): void =>
  choiceStore.save({ [`tab ${path}`]: status })
export const saveCompactDensity = (compact: boolean): void => choiceStore.save({ compact })
