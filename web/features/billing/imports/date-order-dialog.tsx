import { CircleHelp } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import type { DateOrder } from '@tahanan/contract/billing/statement-import.ts'

interface DateOrderDialogProps {
  examples: readonly string[]
  onAnswer: (order: DateOrder | undefined) => void
}

/**
 * Dialog that asks for the order of day and month. Shown if no date in the files has a day above 12, so that
 * the order is ambiguous (rules 7.10).
 */
export function DateOrderDialog({ examples, onAnswer }: DateOrderDialogProps) {
  const id = useId()
  const [example = ''] = examples
  const otherExamples = examples.slice(1, 4)
  return (
    <Layer role="alertdialog" labelledBy={id} onClose={() => onAnswer(undefined)}>
      <section className="ask confirm dateorder">
        <CircleHelp />
        <h2 id={id}>Which day is {example}?</h2>
        <p>
          Nothing in the file tells whether the day or the month comes first
          {otherExamples.length > 0 && ` (${otherExamples.join(', ')})`}. Your answer counts for all its
          dates.
        </p>
        <footer>
          <Button kind="quiet" onClick={() => onAnswer(undefined)}>
            Cancel
          </Button>
          <Button onClick={() => onAnswer('MDY')}>
            {formatWrittenDate(example, 'MDY') ?? 'Month first'}
          </Button>
          <Button onClick={() => onAnswer('DMY')}>{formatWrittenDate(example, 'DMY') ?? 'Day first'}</Button>
        </footer>
      </section>
    </Layer>
  )
}

const MONTH_NAME_FORMAT = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/**
 * Formats `03/04/2026` as `3 April 2026` (order DMY) or `4 March 2026` (other order). Returns undefined for
 * text that is not a date.
 */
export function formatWrittenDate(text: string, order: DateOrder): string | undefined {
  const [, first, second, year] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})/.exec(text) ?? []
  const [day, month] = order === 'DMY' ? [first, second] : [second, first]
  if (!(Number(month) >= 1 && Number(month) <= 12)) return undefined
  return `${Number(day)} ${MONTH_NAME_FORMAT.format(Date.UTC(2000, Number(month) - 1))} ${year}`
}
