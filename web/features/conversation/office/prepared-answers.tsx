import { useQuery } from '@tanstack/react-query'
import { FormSection } from '#ui/list-pages/list-section.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import type { PreparedAnswer } from '@tahanan/contract/conversation/answers.ts'
import {
  CONVERSATION_PAGES,
  preparedAnswerForm,
} from '@tahanan/contract/conversation/prepared-answer-form.ts'
import { PREPARED_ANSWERS_KEY, preparedAnswersQuery } from './calls.ts'

const getPageLabel = ({ page }: PreparedAnswer): string =>
  [...CONVERSATION_PAGES].find(([name]) => name === page)?.[1] ?? 'Every page'

const COLUMNS: readonly TableColumn<PreparedAnswer>[] = [
  { label: 'Title', isRowOpener: true, renderCell: ({ title }) => title },
  { label: 'Text', look: 'wide', renderCell: ({ text }) => <span className="clip">{text}</span> },
  { label: 'Page', renderCell: getPageLabel },
]

const toCard = (answer: PreparedAnswer) => ({
  heading: answer.title,
  words: (
    <>
      <p>{getPageLabel(answer)}</p>
      <p className="clamp">{answer.text}</p>
    </>
  ),
})

/** List of prepared answers, which the office inserts into messages (rules 23.8). */
export function PreparedAnswers({ mayEdit }: { mayEdit: boolean }) {
  return (
    <FormSection
      className="services-form"
      title="Prepared answers"
      hint={
        <>
          Texts that the office inserts into a message to a resident, with the words of that tenant. They can
          be changed before they are sent.
        </>
      }
      query={useQuery(preparedAnswersQuery)}
      noun="prepared answer"
      purpose="Add what you write often, such as which papers a permit needs."
      columns={COLUMNS}
      card={toCard}
      getName={({ title }) => title}
      mayEdit={mayEdit}
      form={preparedAnswerForm}
      path="/prepared-answer"
      lossWarning="Messages that were sent with it stay."
      staleQueries={[[PREPARED_ANSWERS_KEY]]}
    />
  )
}
