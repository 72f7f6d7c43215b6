import { useQuery } from '@tanstack/react-query'
import { formatDate, getToday } from '#lib/time.ts'
import { FormSection } from '#ui/list-pages/list-section.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import type { BarredPerson } from '@tahanan/contract/gate/answers.ts'
import { barredPersonForm } from '@tahanan/contract/gate/forms.ts'
import { DO_NOT_ADMIT_KEY, doNotAdmitQuery } from './calls.ts'

const getNameAndPlate = ({ name, plate }: BarredPerson): string => [name, plate].filter(Boolean).join(', ')

function formatLastDay({ endsOn }: BarredPerson): string {
  if (endsOn === null) return 'Until deleted'
  return endsOn < getToday() ? `Ended ${formatDate(endsOn)}` : formatDate(endsOn)
}

const COLUMNS: readonly TableColumn<BarredPerson>[] = [
  { label: 'Name', look: 'wide', isRowOpener: true, renderCell: ({ name }) => name || '–' },
  { label: 'Plate', look: 'c-num', renderCell: ({ plate }) => plate || '–' },
  { label: 'Reason', look: 'wide', renderCell: ({ reason }) => <span className="clip">{reason}</span> },
  { label: 'Last Day', look: 'c-num', renderCell: formatLastDay },
]

const toCard = (entry: BarredPerson) => ({
  heading: getNameAndPlate(entry),
  words: (
    <>
      <p className="clamp">{entry.reason}</p>
      <p className="num">{formatLastDay(entry)}</p>
    </>
  ),
})

/** List of people and vehicles that guards must not admit (rules 24.32). */
export function DoNotAdmit() {
  return (
    <FormSection
      title="Do not admit"
      hint="The gate shows 'Ask the office' for these names and plates, never the reason."
      query={useQuery(doNotAdmitQuery)}
      noun="name or plate"
      pluralNoun="names"
      purpose="Names and plates that the gate must not let in without the office appear here."
      columns={COLUMNS}
      card={toCard}
      getName={getNameAndPlate}
      narrow
      form={barredPersonForm}
      path="/do-not-admit"
      panelName="do-not-admit"
      lossWarning="From then on the gate lets them in."
      staleQueries={[DO_NOT_ADMIT_KEY]}
    />
  )
}
