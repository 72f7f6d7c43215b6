import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { formTitle } from '#ui/forms/form-title.ts'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import type { RecordColumn } from '#ui/lists/record-table.tsx'
import { deleteAction, openAction } from '#ui/overlays/row-menu.tsx'
import type { Gate } from '@tahanan/contract/gate/answers.ts'
import { DIRECTION_LABELS, gateForm } from '@tahanan/contract/gate/forms.ts'
import { DEVICES, GATES, gatesQuery } from './calls.ts'

const ALL_ROWS = { page: 1, limit: 0, searchTerm: '' }
const STALE = [GATES, DEVICES]

const COLUMNS: readonly RecordColumn<Gate>[] = [
  { label: 'Name', look: 'wide', show: ({ name }) => name },
  { label: 'Direction', show: ({ direction }) => DIRECTION_LABELS[direction] },
]

const cardOf = ({ name, direction }: Gate) => ({ heading: name, words: <p>{DIRECTION_LABELS[direction]}</p> })

/** The gates of the community. */
export function Gates() {
  const query = useQuery(gatesQuery)
  const [open, setOpen] = useState<{ record?: Gate }>()
  const remove = useDeleteRecord()
  return (
    <section aria-labelledby="gates">
      <h2 id="gates">Gates</h2>
      <RecordList
        caption="Gates"
        query={query}
        filter={ALL_ROWS}
        things="gates"
        purpose="Begin here: add each guardhouse, then its devices."
        columns={COLUMNS}
        card={cardOf}
        nameOf={({ name }) => name}
        narrow
        actions={(gate) => [
          openAction(() => setOpen({ record: gate }), true),
          deleteAction(
            () =>
              void remove({
                path: `/gate/${gate.id}`,
                question: {
                  name: gate.name,
                  loss: 'Its devices end with it, and guards there are logged out.',
                },
                toast: 'Gate',
                stale: STALE,
              }),
          ),
        ]}
      />
      <div className="acts">
        <Button icon={Plus} onClick={() => setOpen({})}>
          Add gate
        </Button>
      </div>
      {open && (
        <FormSheet
          key={open.record?.id}
          declared={gateForm}
          title={formTitle(open.record ? 'EDIT' : 'ADD', 'gate')}
          path="/gate"
          noun="Gate"
          record={open.record}
          stale={STALE}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}
