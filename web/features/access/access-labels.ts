import type { AccessSwitch } from '@tahanan/contract/access-presets.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { PAGE_NAMES, type PageName } from '@tahanan/contract/permissions.ts'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

const ROUTED_MODULES = MODULES.filter(({ route }) => route !== null)

const PAGE_LABELS: { readonly [Page in PageName]?: string } = {
  ...Object.fromEntries(ROUTED_MODULES.map(({ permission, title }) => [permission, title])),
  loggedInLogs: 'Logged In Monitor',
  privacy: 'Privacy requests',
  ...Object.fromEntries(RECORD_KINDS.map(({ page, menu }) => [page, menu])),
}

const FLAG_LABELS: Readonly<Record<string, string>> = {
  visible: 'In the menu',
  importDataFromPromis: 'Import data',
  exportDataToCsv: 'Export to CSV',
  userAccessDefinition: "User's access definition",
}

export const getPageLabel = (page: PageName): string => PAGE_LABELS[page] ?? capitalize(page)

export function getFlagLabel(flag: string): string {
  const flagText = flag.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return FLAG_LABELS[flag] ?? capitalize(flagText)
}

/**
 * Groups of the administrators' menu with their pages. A test requires that each page is in exactly one
 * group.
 */
export const PAGE_GROUPS: readonly (readonly [string, readonly PageName[]])[] = [
  ['Overview', ['dashboard', 'tenants', 'loggedInLogs', 'privacy']],
  ['PMO Services', ['services', ...ROUTED_MODULES.map(({ permission }) => permission), 'feedbacks']],
  ['Gate', ['gate']],
  ['Money', ['billings', 'payments']],
  ['Publish', ['announcements', ...new Set(RECORD_KINDS.map(({ page }) => page)), 'deliveries']],
  ['Setting up', ['utilities']],
]

export const describeSwitches = (switches: readonly AccessSwitch[]): string =>
  listSwitchLines(switches).join('; ')

export function listSwitchLines(switches: readonly AccessSwitch[]): string[] {
  return PAGE_NAMES.flatMap((page) => {
    const flags = switches
      .filter((accessSwitch) => accessSwitch.page === page)
      .map(({ flag }) => getFlagLabel(flag).toLowerCase())
    return flags.length === 0 ? [] : [`${getPageLabel(page)}: ${flags.join(', ')}`]
  })
}
