import type { Person } from '../forms/fields.ts'
import { PAGE_PERMISSIONS, type PageName } from '../permissions.ts'
import { MODULES } from '../tickets/index.ts'
import {
  LEGAL_BASIS_LABELS,
  FIXED_RETENTION_LABELS,
  PERSON_LABELS,
  STAFF_ACTION_REASON,
  type Erasure,
  type DataReader,
  type Retention,
  type RegisteredTable,
} from './define-register.ts'
import {
  formatDays,
  RETENTION_PERIODS,
  type RetentionPeriod,
  type RetentionDays,
} from './retention-periods.ts'

const READER_LABELS: Readonly<Record<Exclude<DataReader, PageName>, string>> = {
  own: 'the account itself',
  everybody: 'everybody who is logged in',
  guards: 'guards at the gate',
  nobody: 'the super-administrator',
}

const isPageReader = (reader: DataReader): reader is PageName => Object.hasOwn(PAGE_PERMISSIONS, reader)

export function formatReaders(readers: readonly DataReader[]): string {
  const pageReaders = readers.filter(isPageReader)
  const otherReaderLabels = readers.flatMap((reader) => (isPageReader(reader) ? [] : [READER_LABELS[reader]]))
  return [
    ...otherReaderLabels,
    ...(pageReaders.length > 0 ? [`administrators with ${pageReaders.join(', ')}`] : []),
  ].join(', ')
}

export function formatReadersForOwner(readers: readonly DataReader[]): string {
  const readerTexts = readers.map((reader) =>
    isPageReader(reader) ? 'staff of the office who work with it' : READER_LABELS_FOR_OWNER[reader],
  )
  return [...new Set(readerTexts)].join(', ')
}

const READER_LABELS_FOR_OWNER: typeof READER_LABELS = {
  own: 'you',
  everybody: 'everybody who is logged in',
  guards: 'guards at the gate',
  nobody: 'only the super-administrator',
}

const isRetentionPeriod = (retention: Retention): retention is RetentionPeriod =>
  Object.hasOwn(RETENTION_PERIODS, retention)

export const formatRetention = (retention: Retention, periods: RetentionDays): string =>
  isRetentionPeriod(retention) ? formatDays(periods[retention]) : FIXED_RETENTION_LABELS[retention]

export function formatRetentionWithStart(retention: Retention, periods: RetentionDays): string {
  const retentionText = formatRetention(retention, periods)
  const retentionStartText = isRetentionPeriod(retention)
    ? /^Days (after .*)$/.exec(RETENTION_PERIODS[retention].hint)?.[1]
    : undefined
  return retentionStartText === undefined ? retentionText : `${retentionText} ${retentionStartText}`
}

export const formatBasis = ({ basis }: Pick<RegisteredTable, 'basis'>): string => LEGAL_BASIS_LABELS[basis]

export const formatPeople = ({ personal }: Pick<RegisteredTable, 'personal'>): string =>
  [...new Set(Object.values(personal).map(({ dataSubject }) => PERSON_LABELS[dataSubject]))].join(', ')

/**
 * Describes what an erasure does with a table, and why columns are kept. Omits the reason for columns that
 * name staff.
 */
export function describeErasure({ personal }: Pick<RegisteredTable, 'personal'>): string {
  const columns = Object.values(personal)
  const hasErasure = (...erasures: readonly Erasure[]) =>
    columns.some(({ erasure }) => erasures.includes(erasure))
  const reasons = new Set(
    columns.flatMap(({ reason }) => (reason && reason !== STAFF_ACTION_REASON ? [reason] : [])),
  )
  const keptReasons = [...reasons].map((reason) => `Kept: ${reason}`)
  if (hasErasure('delete')) return ['Deleted.', ...keptReasons].join(' ')
  if (hasErasure('blank', 'fields', 'pseudonymise'))
    return ['Names and texts are removed.', ...keptReasons].join(' ')
  return keptReasons.join(' ') || 'Stays.'
}

export interface PersonalField {
  readonly module: string
  readonly form: string
  readonly key: string
  readonly label: string
  readonly dataSubject: Person
  readonly isPrivate: boolean
  readonly keptFor: RetentionPeriod
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
              dataSubject: personal,
              isPrivate: isPrivate === true,
              keptFor: keptFor ?? 'closedTickets',
            },
          ],
    ),
  )
