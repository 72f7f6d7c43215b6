import { useQuery } from '@tanstack/react-query'
import { FormSection } from '#ui/list-pages/list-section.tsx'
import type { RecordColumn } from '#ui/lists/record-table.tsx'
import type { Gate } from '@tahanan/contract/gate/answers.ts'
import { DIRECTION_LABELS, gateForm } from '@tahanan/contract/gate/forms.ts'
import { DEVICES, GATES, gatesQuery } from './calls.ts'

const COLUMNS: readonly RecordColumn<Gate>[] = [
  { label: 'Name', look: 'wide', opens: true, show: ({ name }) => name },
  { label: 'Direction', show: ({ direction }) => DIRECTION_LABELS[direction] },
]

const cardOf = ({ name, direction }: Gate) => ({ heading: name, words: <p>{DIRECTION_LABELS[direction]}</p> })

/** The gates of the community. */
export function Gates() {
  return (
    <FormSection
      title="Gates"
      query={useQuery(gatesQuery)}
      noun="gate"
      purpose="Begin here: add each guardhouse, then its devices."
      columns={COLUMNS}
      card={cardOf}
      nameOf={({ name }) => name}
      narrow
      form={gateForm}
      path="/gate"
      panelName="gate"
      loss="Its devices end with it, and guards there are logged out."
      stale={[GATES, DEVICES]}
    />
  )
}
