import './feedback.css'
import { Star } from 'lucide-react'
import { useId } from 'react'

interface StarChoiceProps {
  legend: string
  value: number | undefined
  describedBy?: string
  onChange: (value: number) => void
}

const STAR_LABELS = ['Very dissatisfied', 'Dissatisfied', 'Neutral', 'Satisfied', 'Very satisfied'] as const

/** Lets the user choose 1 to 5 stars. Consists of native radio buttons, so that the arrow keys work. */
export function StarChoice({ legend, value, describedBy, onChange }: StarChoiceProps) {
  const id = useId()
  return (
    <fieldset
      className="rate"
      role="radiogroup"
      aria-describedby={describedBy}
      aria-invalid={describedBy !== undefined || undefined}
    >
      <legend className="label">{legend}</legend>
      <div>
        {STAR_LABELS.map((starLabel, index) => {
          const rate = index + 1
          return (
            <label
              key={starLabel}
              className={value !== undefined && rate <= value ? 'lit' : ''}
              title={starLabel}
            >
              <input
                className="visually-hidden"
                type="radio"
                name={id}
                checked={value === rate}
                onChange={() => onChange(rate)}
              />
              <Star />
              <span className="visually-hidden">
                {rate === 1 ? '1 star' : `${rate} stars`}: {starLabel}
              </span>
            </label>
          )
        })}
      </div>
      <p className="help" aria-hidden>
        {value === undefined ? ' ' : STAR_LABELS[value - 1]}
      </p>
    </fieldset>
  )
}
