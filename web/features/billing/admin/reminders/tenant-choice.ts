import type { ListSelection } from '#ui/list-pages/selection.ts'
import type { DueTenant } from '@tahanan/contract/billing/reminder-answers.ts'
import {
  MAX_REMINDER_DAYS,
  REMINDER_KINDS,
  REMINDERS,
  type ReminderKind,
} from '@tahanan/contract/billing/reminders.ts'

export type DueTenantRow = DueTenant & { id: number }

/**
 * Selection of tenants. By default, all tenants without an earlier reminder of this kind are selected. Only
 * the differences from this default are stored. `out`: ids of deselected tenants.
 */
export interface TenantChoice {
  out: readonly number[]
  /**
   * Selected tenants who already had a reminder. Contains the time of that reminder by tenant id. A later
   * reminder deselects the tenant.
   */
  again: Readonly<Record<string, string | null>>
}

export const DEFAULT_CHOICE: TenantChoice = { out: [], again: {} }

const isSelected = ({ id, reminded, lastReminded }: DueTenantRow, { out, again }: TenantChoice): boolean =>
  reminded ? Object.hasOwn(again, id) && again[id] === lastReminded : !out.includes(id)

function changeSelection(
  choice: TenantChoice,
  rows: readonly DueTenantRow[],
  shouldSelect: boolean,
): TenantChoice {
  const ids = new Set(rows.map(({ id }) => id))
  const otherRemindedEntries = Object.entries(choice.again).filter(([id]) => !ids.has(Number(id)))
  const remindedEntries = rows.flatMap(({ id, reminded, lastReminded }) =>
    shouldSelect && reminded ? [[id, lastReminded] as const] : [],
  )
  return {
    out: [...choice.out.filter((id) => !ids.has(id)), ...(shouldSelect ? [] : ids)],
    again: Object.fromEntries<string | null>([...otherRemindedEntries, ...remindedEntries]),
  }
}

export function toSelection(
  rows: readonly DueTenantRow[],
  choice: TenantChoice,
  onChange: (next: TenantChoice) => void,
): ListSelection & { rows: DueTenantRow[] } {
  const selectedRows = rows.filter((row) => isSelected(row, choice))
  const ids = new Set(selectedRows.map(({ id }) => id))
  return {
    rows: selectedRows,
    count: ids.size,
    areAllSelected: ids.size === rows.length,
    csv: { ids: [...ids] },
    has: (id) => ids.has(id),
    toggle: (toggledIds) => {
      const toggledRows = rows.filter(({ id }) => toggledIds.includes(id))
      onChange(changeSelection(choice, toggledRows, !toggledRows.every(({ id }) => ids.has(id))))
    },
    chooseAll: () => onChange(changeSelection(choice, rows, true)),
    clear: () => onChange(changeSelection(choice, rows, false)),
  }
}

export interface KindWithDays {
  kind: ReminderKind
  days: number
}

const USUAL_KINDS = REMINDER_KINDS.map((kind): KindWithDays => ({ kind, days: REMINDERS[kind].days }))
const WIDEST_KINDS: readonly KindWithDays[] = [
  { kind: 'after', days: 1 },
  { kind: 'before', days: MAX_REMINDER_DAYS },
]

/**
 * Returns the first kind of reminder that applies to at least one tenant. Tries the kinds with the usual
 * number of days first, then the kinds that include most tenants. If none applies, returns the first usual
 * kind.
 */
export async function findFirstKind(
  countTenants: (first: KindWithDays) => Promise<number>,
): Promise<KindWithDays> {
  const [usualKind = { kind: 'before', days: REMINDERS.before.days }] = USUAL_KINDS
  for (const reminderKind of [...USUAL_KINDS, ...WIDEST_KINDS])
    if ((await countTenants(reminderKind)) > 0) return reminderKind
  return usualKind
}
