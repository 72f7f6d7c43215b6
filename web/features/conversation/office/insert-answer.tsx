import '#ui/layers/popup.css'
import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { MessageSquareQuote, Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { useTopLayer } from '#ui/layers/layer.tsx'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { hasWords } from '@tahanan/contract/text/fold-text.ts'
import { offeredAnswersQuery } from './calls.ts'

/** Number of answers above which they can be searched. */
const FEW = 10

interface InsertAnswerProps {
  subject: ConversationSubject
  onInsert: (text: string) => void
}

/** Button that offers the prepared answers, filled in for this record. It is hidden until the office has some. */
export function InsertAnswer({ subject, onInsert }: InsertAnswerProps) {
  const [open, setOpen] = useState(false)
  const [term, setTerm] = useState('')
  const layer = useTopLayer()
  const { data: answers = [] } = useQuery(offeredAnswersQuery(subject))
  if (answers.length === 0) return null
  const found = answers.filter(({ title, text }) => hasWords(`${title}\n${text}`, term))
  return (
    <Popover.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={() => setTerm('')}>
      <Popover.Trigger render={<Button kind="quiet" icon={MessageSquareQuote} />}>
        Insert an answer
      </Popover.Trigger>
      <Popover.Portal container={layer}>
        <Popover.Positioner align="end" sideOffset={4}>
          <Popover.Popup className="popup answers-popup" aria-label="Prepared answers">
            {answers.length > FEW && (
              <Input
                icon={Search}
                aria-label="Search the answers"
                placeholder="Search the answers"
                value={term}
                onChange={({ target }) => setTerm(target.value)}
              />
            )}
            {found.length === 0 && <p className="subtle">No answer has these words.</p>}
            <ul>
              {found.map(({ id, title, text }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="popup-option"
                    onClick={() => {
                      setOpen(false)
                      onInsert(text)
                    }}
                  >
                    <b>{title}</b>
                    <span className="minor clamp">{text}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
