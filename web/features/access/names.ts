import type { AccessSwitch } from '@tahanan/contract/access-presets.ts'
import { capitalize } from '@tahanan/contract/capital.ts'
import { PAGE_NAMES, type PageName } from '@tahanan/contract/permissions.ts'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

const SERVICES = MODULES.filter(({ route }) => route !== null)

/** Pages that the menu of the administrators calls by another name than their own. */
const PAGE_LABELS: { readonly [Page in PageName]?: string } = {
  ...Object.fromEntries(SERVICES.map(({ permission, title }) => [permission, title])),
  loggedInLogs: 'Logged In Monitor',
  ...Object.fromEntries(RECORD_KINDS.map(({ page, menu }) => [page, menu])),
}

/** Names that do not follow from the flag itself. */
const FLAG_LABELS: Readonly<Record<string, string>> = {
  visible: 'In the menu',
  importDataFromPromis: 'Import data',
  exportDataToCsv: 'Export to CSV',
  userAccessDefinition: "User's access definition",
}

/** 'Gate Pass' of `gatepass`. */
export const pageLabel = (page: PageName): string => PAGE_LABELS[page] ?? capitalize(page)

/** 'Manage access' of `manageAccess`. */
export function flagLabel(flag: string): string {
  const words = flag.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return FLAG_LABELS[flag] ?? capitalize(words)
}

/** The pages under the headings of the administrators' menu, in its order. A test names a page that stands under none. */
export const PAGE_GROUPS: readonly (readonly [string, readonly PageName[]])[] = [
  ['Overview', ['dashboard', 'tenants', 'loggedInLogs']],
  ['PMO Services', ['services', ...SERVICES.map(({ permission }) => permission), 'feedbacks']],
  ['Money', ['billings', 'payments']],
  ['Publish', ['announcements', ...new Set(RECORD_KINDS.map(({ page }) => page))]],
  ['Setting up', ['utilities']],
]

/** 'Gate Pass: approve, reject; Visitors: view' */
export const switchWords = (switches: readonly AccessSwitch[]): string => switchLines(switches).join('; ')

/** Returns the switches in words, a line for each page. */
export function switchLines(switches: readonly AccessSwitch[]): string[] {
  return PAGE_NAMES.flatMap((page) => {
    const flags = switches.filter((one) => one.page === page).map(({ flag }) => flagLabel(flag).toLowerCase())
    return flags.length === 0 ? [] : [`${pageLabel(page)}: ${flags.join(', ')}`]
  })
}
