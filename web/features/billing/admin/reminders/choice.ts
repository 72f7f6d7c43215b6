import type { ListSelection } from '#ui/list-pages/selection.ts'
import type { DueTenant } from '@tahanan/contract/billing/reminder-answers.ts'
import {
  REMINDER_DAYS,
  REMINDER_KINDS,
  REMINDERS,
  type ReminderKind,
} from '@tahanan/contract/billing/reminders.ts'

export type Listed = DueTenant & { id: number }

/**
 * Selected tenants, stored as differences from the default, which selects every tenant without an earlier
 * reminder of this kind. `out`: ids of deselected tenants.
 */
export interface Choice {
  out: readonly number[]
  /**
   * Tenants who were selected although they already had a reminder: id and time of that reminder. If a later
   * reminder is sent meanwhile, the tenant is no longer selected.
   */
  again: Readonly<Record<string, string | null>>
}

export const FIRST_CHOICE: Choice = { out: [], again: {} }

const isChosen = ({ id, reminded, lastReminded }: Listed, { out, again }: Choice): boolean =>
  reminded ? Object.hasOwn(again, id) && again[id] === lastReminded : !out.includes(id)

function choose(choice: Choice, rows: readonly Listed[], on: boolean): Choice {
  const ids = new Set(rows.map(({ id }) => id))
  const others = Object.entries(choice.again).filter(([id]) => !ids.has(Number(id)))
  const again = rows.flatMap(({ id, reminded, lastReminded }) =>
    on && reminded ? [[id, lastReminded] as const] : [],
  )
  return {
    out: [...choice.out.filter((id) => !ids.has(id)), ...(on ? [] : ids)],
    again: Object.fromEntries<string | null>([...others, ...again]),
  }
}

export function toSelection(
  rows: readonly Listed[],
  choice: Choice,
  onChange: (next: Choice) => void,
): ListSelection & { rows: Listed[] } {
  const chosen = rows.filter((row) => isChosen(row, choice))
  const ids = new Set(chosen.map(({ id }) => id))
  return {
    rows: chosen,
    count: ids.size,
    isAll: ids.size === rows.length,
    csv: { ids: [...ids] },
    has: (id) => ids.has(id),
    toggle: (these) => {
      const toggled = rows.filter(({ id }) => these.includes(id))
      onChange(choose(choice, toggled, !toggled.every(({ id }) => ids.has(id))))
    },
    chooseAll: () => onChange(choose(choice, rows, true)),
    clear: () => onChange(choose(choice, rows, false)),
  }
}

export interface FirstKind {
  kind: ReminderKind
  days: number
}

const USUAL_KINDS = REMINDER_KINDS.map((kind): FirstKind => ({ kind, days: REMINDERS[kind].days }))
const WIDEST_KINDS: readonly FirstKind[] = [
  { kind: 'after', days: 1 },
  { kind: 'before', days: REMINDER_DAYS },
]

/**
 * Returns the first kind that applies to at least one tenant. Kinds with the usual number of days are tried
 * first, then those that find most tenants. If none applies, returns the first usual kind.
 */
export async function findFirstKind(countTenants: (first: FirstKind) => Promise<number>): Promise<FirstKind> {
  const [usual = { kind: 'before', days: REMINDERS.before.days }] = USUAL_KINDS
  for (const first of [...USUAL_KINDS, ...WIDEST_KINDS]) if ((await countTenants(first)) > 0) return first
  return usual
}
