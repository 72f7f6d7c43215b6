import type { Person } from '../forms/fields.ts'
import { PAGES, type PageName } from '../permissions.ts'
import { MODULES } from '../tickets/index.ts'
import {
  BASES,
  FIXED_RETENTIONS,
  PEOPLE,
  STAFF_ACTED,
  type Erasure,
  type Reader,
  type Retention,
  type TableEntry,
} from './define-register.ts'
import { formatDays, PERIODS, type Period, type Periods } from './periods.ts'

const READERS: Readonly<Record<Exclude<Reader, PageName>, string>> = {
  own: 'the account itself',
  everybody: 'everybody who is logged in',
  guards: 'guards at the gate',
  nobody: 'the super-administrator',
}

const isPage = (reader: Reader): reader is PageName => Object.hasOwn(PAGES, reader)

export function formatReaders(readers: readonly Reader[]): string {
  const pages = readers.filter(isPage)
  const others = readers.flatMap((reader) => (isPage(reader) ? [] : [READERS[reader]]))
  return [...others, ...(pages.length > 0 ? [`administrators with ${pages.join(', ')}`] : [])].join(', ')
}

export function formatReadersToOwner(readers: readonly Reader[]): string {
  const words = readers.map((reader) =>
    isPage(reader) ? 'staff of the office who work with it' : OWNER_READERS[reader],
  )
  return [...new Set(words)].join(', ')
}

const OWNER_READERS: typeof READERS = {
  own: 'you',
  everybody: 'everybody who is logged in',
  guards: 'guards at the gate',
  nobody: 'only the super-administrator',
}

const isPeriod = (retention: Retention): retention is Period => Object.hasOwn(PERIODS, retention)

export const formatRetention = (retention: Retention, periods: Periods): string =>
  isPeriod(retention) ? formatDays(periods[retention]) : FIXED_RETENTIONS[retention]

export function formatWholeRetention(retention: Retention, periods: Periods): string {
  const days = formatRetention(retention, periods)
  const after = isPeriod(retention) ? /^Days (after .*)$/.exec(PERIODS[retention].hint)?.[1] : undefined
  return after === undefined ? days : `${days} ${after}`
}

export const formatBasis = ({ basis }: Pick<TableEntry, 'basis'>): string => BASES[basis]

export const formatPeople = ({ personal }: Pick<TableEntry, 'personal'>): string =>
  [...new Set(Object.values(personal).map(({ whose }) => PEOPLE[whose]))].join(', ')

/** Describes an erasure with the reasons of kept columns, except for columns that name staff. */
export function describeErasure({ personal }: Pick<TableEntry, 'personal'>): string {
  const columns = Object.values(personal)
  const has = (...erasures: readonly Erasure[]) => columns.some(({ erasure }) => erasures.includes(erasure))
  const reasons = new Set(columns.flatMap(({ reason }) => (reason && reason !== STAFF_ACTED ? [reason] : [])))
  const kept = [...reasons].map((reason) => `Kept: ${reason}`)
  if (has('delete')) return ['Deleted.', ...kept].join(' ')
  if (has('blank', 'fields', 'pseudonymise')) return ['Names and texts are removed.', ...kept].join(' ')
  return kept.join(' ') || 'Stays.'
}

export interface PersonalField {
  readonly module: string
  readonly form: string
  readonly key: string
  readonly label: string
  readonly whose: Person
  readonly isPrivate: boolean
  readonly keptFor: Period
}

export const listPersonalFields = (): PersonalField[] =>
  MODULES.flatMap(({ name, noun, fields }) =>
    Object.entries(fields).flatMap(([key, { label, personal, private: isPrivate, keptFor }]) =>
      personal === undefined || personal === 'nobody'
        ? []
        : [
            {
              module: name,
              form: noun.one,
              key,
              label,
              whose: personal,
              isPrivate: isPrivate === true,
              keptFor: keptFor ?? 'closedTickets',
            },
          ],
    ),
  )
