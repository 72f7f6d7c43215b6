import { MailX } from 'lucide-react'
import { showDate } from '#lib/time.ts'

/** Mark of an account whose address a mail server refused for good, with the day as tip; none without one. */
export function MailRefused({ at }: { at: string | null | undefined }) {
  if (!at) return null
  return (
    <span className="tag status-6" title={`Refused on ${showDate(at)}`}>
      <MailX />
      MAIL REFUSED
    </span>
  )
}
