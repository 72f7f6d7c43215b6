import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { showDate, today } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { formTitle } from '#ui/forms/form-title.ts'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import type { RecordColumn } from '#ui/lists/record-table.tsx'
import { deleteAction, openAction } from '#ui/overlays/row-menu.tsx'
import type { Barred } from '@tahanan/contract/gate/answers.ts'
import { barredForm } from '@tahanan/contract/gate/forms.ts'
import { BARRED, barredQuery } from './calls.ts'

const ALL_ROWS = { page: 1, limit: 0, searchTerm: '' }
const STALE = [BARRED]

const nameOf = ({ name, plate }: Barred): string => [name, plate].filter(Boolean).join(', ')

function lastDayOf({ endsOn }: Barred): string {
  if (endsOn === null) return 'Until deleted'
  return endsOn < today() ? `Ended ${showDate(endsOn)}` : showDate(endsOn)
}

const COLUMNS: readonly RecordColumn<Barred>[] = [
  { label: 'Name', look: 'wide', show: ({ name }) => name || '–' },
  { label: 'Plate', look: 'c-num', show: ({ plate }) => plate || '–' },
  { label: 'Reason', look: 'wide', show: ({ reason }) => <span className="clip">{reason}</span> },
  { label: 'Last day', look: 'c-num', show: lastDayOf },
]

const cardOf = (entry: Barred) => ({
  heading: nameOf(entry),
  words: (
    <>
      <p className="clamp">{entry.reason}</p>
      <p className="num">{lastDayOf(entry)}</p>
    </>
  ),
})

/** List of the people and vehicles that the gate must not admit (rules 24.32). */
export function DoNotAdmit() {
  const query = useQuery(barredQuery)
  const [open, setOpen] = useState<{ record?: Barred }>()
  const remove = useDeleteRecord()
  return (
    <section aria-labelledby="do-not-admit">
      <h2 id="do-not-admit">Do not admit</h2>
      <p className="lead">
        The gate shows &apos;Ask the office&apos; for these names and plates, never the reason.
      </p>
      <RecordList
        caption="Do not admit"
        query={query}
        filter={ALL_ROWS}
        things="names"
        purpose="Names and plates that the gate must not let in without the office appear here."
        columns={COLUMNS}
        card={cardOf}
        nameOf={nameOf}
        narrow
        actions={(entry) => [
          openAction(() => setOpen({ record: entry }), true),
          deleteAction(
            () =>
              void remove({
                path: `/do-not-admit/${entry.id}`,
                question: { name: nameOf(entry), loss: 'From then on the gate lets them in.' },
                toast: 'Name',
                stale: STALE,
              }),
          ),
        ]}
      />
      <div className="acts">
        <Button icon={Plus} onClick={() => setOpen({})}>
          Add name or plate
        </Button>
      </div>
      {open && (
        <FormSheet
          key={open.record?.id}
          declared={barredForm}
          title={formTitle(open.record ? 'EDIT' : 'ADD', 'name or plate')}
          path="/do-not-admit"
          noun="Name"
          record={open.record}
          stale={STALE}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}
