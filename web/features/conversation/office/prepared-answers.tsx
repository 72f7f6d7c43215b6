import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { formTitle } from '#ui/forms/form-title.ts'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import type { RecordColumn } from '#ui/lists/record-table.tsx'
import { deleteAction, openAction } from '#ui/overlays/row-menu.tsx'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import { usePanel } from '#ui/panels/panel.ts'
import type { PreparedAnswer } from '@tahanan/contract/conversation/answers.ts'
import {
  CONVERSATION_PAGES,
  preparedAnswerForm,
} from '@tahanan/contract/conversation/prepared-answer-form.ts'
import { PREPARED_ANSWERS, preparedAnswersQuery } from './calls.ts'

const ALL_ROWS = { page: 1, limit: 0, searchTerm: '' }
const STALE = [[PREPARED_ANSWERS]]

const pageOf = ({ page }: PreparedAnswer): string =>
  [...CONVERSATION_PAGES].find(([name]) => name === page)?.[1] ?? 'Every page'

const COLUMNS: readonly RecordColumn<PreparedAnswer>[] = [
  { label: 'Title', opens: true, show: ({ title }) => title },
  { label: 'Text', look: 'wide', show: ({ text }) => <span className="clip">{text}</span> },
  { label: 'Page', show: pageOf },
]

const cardOf = (answer: PreparedAnswer) => ({
  heading: answer.title,
  words: (
    <>
      <p>{pageOf(answer)}</p>
      <p className="clamp">{answer.text}</p>
    </>
  ),
})

/** Texts that the office inserts into its messages (rules 23.8). */
export function PreparedAnswers({ mayEdit }: { mayEdit: boolean }) {
  const query = useQuery(preparedAnswersQuery)
  const { panel, open, close, linkOf } = usePanel()
  const remove = useDeleteRecord()
  const record = query.data?.data.find(({ id }) => id === panel?.id)
  useMissingRecord(query.isSuccess && panel?.id !== undefined && !record, close)
  return (
    <section className="services-form" aria-labelledby="prepared-answers">
      <h2 id="prepared-answers">Prepared answers</h2>
      <p className="lead">
        Texts that the office inserts into a message to a resident, with the words of that tenant. They can be
        changed before they are sent.
      </p>
      <RecordList
        query={query}
        caption="Prepared answers"
        things="prepared answers"
        purpose="Add what you write often, such as which papers a permit needs."
        filter={ALL_ROWS}
        columns={COLUMNS}
        card={cardOf}
        nameOf={({ title }) => title}
        linkOf={mayEdit ? linkOf : undefined}
        actions={
          mayEdit
            ? ({ id, title }) => [
                openAction(() => open(id), true),
                deleteAction(
                  () =>
                    void remove({
                      path: `/prepared-answer/${id}`,
                      question: { name: title, loss: 'Messages that were sent with it stay.' },
                      toast: 'Prepared answer',
                      stale: STALE,
                    }),
                ),
              ]
            : undefined
        }
      />
      {mayEdit && (
        <div className="acts">
          <Button icon={Plus} onClick={() => open()}>
            Add prepared answer
          </Button>
        </div>
      )}
      {mayEdit && panel && (record ?? panel.id === undefined) && (
        <FormSheet
          key={panel.id}
          declared={preparedAnswerForm}
          title={formTitle(record ? 'EDIT' : 'ADD', 'prepared answer')}
          path="/prepared-answer"
          noun="Prepared answer"
          record={record}
          stale={STALE}
          onClose={close}
        />
      )}
    </section>
  )
}
