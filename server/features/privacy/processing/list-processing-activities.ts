import type { Static } from 'typebox'
import type { Table } from '#platform/pdf/table.ts'
import type { ProcessingActivity, StoredData } from '@tahanan/contract/privacy/answers.ts'
import {
  describeErasure,
  formatBasis,
  formatPeople,
  formatReaders,
  formatReadersForOwner,
  formatRetentionWithStart,
  listPersonalFields,
} from '@tahanan/contract/privacy/describe-register.ts'
import { PERSONAL_TABLES, REGISTER_GROUPS } from '@tahanan/contract/privacy/register.ts'
import type { RetentionDays } from '@tahanan/contract/privacy/retention-periods.ts'

type Activity = Static<typeof ProcessingActivity>
type StoredDataEntry = Static<typeof StoredData>

/**
 * Lists the tables with personal data, as entries of the record of processing activities, which the privacy
 * law requires (rules 26.29).
 */
export const listProcessingActivities = (periods: RetentionDays): Activity[] =>
  Object.entries(PERSONAL_TABLES).map(([table, entry]) => ({
    table,
    title: entry.title,
    data: entry.data,
    people: formatPeople(entry),
    purpose: entry.purpose,
    basis: formatBasis(entry),
    readers: formatReaders(entry.readers),
    retention: formatRetentionWithStart(entry.retention, periods),
    erasure: describeErasure(entry),
  }))

/** Lists the data that the portal stores about a resident, described for the resident (rules 26.23). */
export const listStoredData = (periods: RetentionDays): StoredDataEntry[] =>
  REGISTER_GROUPS.flatMap(({ title: group, tables }) =>
    Object.entries(tables).flatMap(([table, entry]) =>
      entry.tenant === undefined
        ? []
        : [
            {
              table,
              group,
              title: entry.title,
              data: entry.data,
              purpose: entry.purpose,
              basis: formatBasis(entry),
              readers: formatReadersForOwner(entry.readers),
              retention: formatRetentionWithStart(entry.retention, periods),
              erasure: describeErasure(entry),
              fields: table === 'tickets' ? listFormFields(periods) : [],
            },
          ],
    ),
  )

function listFormFields(periods: RetentionDays): StoredDataEntry['fields'] {
  const groups = Map.groupBy(listPersonalFields(), ({ form, keptFor }) => `${form} ${keptFor}`)
  return [...groups.values()].flatMap((fields) => {
    const [first] = fields
    if (!first) return []
    const labels = fields.map(({ label }) => label)
    return [{ form: first.form, labels, retention: formatRetentionWithStart(first.keptFor, periods) }]
  })
}

const ACTIVITY_COLUMNS = [
  { label: 'Data', share: 1.1, cell: ({ title }: Activity) => title },
  { label: 'What', share: 1.6, cell: ({ data }: Activity) => data },
  { label: 'People', share: 0.8, cell: ({ people }: Activity) => people },
  { label: 'Purpose', share: 1.4, cell: ({ purpose }: Activity) => purpose },
  { label: 'Legal basis', share: 1.1, cell: ({ basis }: Activity) => basis },
  { label: 'Who may read it', share: 1.3, cell: ({ readers }: Activity) => readers },
  { label: 'How long', share: 1.3, cell: ({ retention }: Activity) => retention },
  { label: 'On erasure', share: 1.5, cell: ({ erasure }: Activity) => erasure },
] as const

export const createProcessingTable = (rows: readonly Activity[]): Table => ({
  columns: ACTIVITY_COLUMNS.map(({ label, share }) => ({ label, share })),
  rows: rows.map((row) => ACTIVITY_COLUMNS.map(({ cell }) => cell(row))),
  wraps: true,
})
