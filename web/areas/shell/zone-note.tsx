import './zone-note.css'
import { Clock } from 'lucide-react'
import { formatTime, zoneNameAbroad } from '#lib/time.ts'
import { useNow } from '#lib/use-now.ts'

/** Line above a page that names the community's time zone, for readers whose clock shows another time (rules 15.34). */
export function ZoneNote() {
  const now = useNow(60_000)
  const zone = zoneNameAbroad()
  if (zone === undefined) return null
  return (
    <p className="zone-note minor row">
      <Clock className="small" />
      <span>
        Times are {zone} time. It is {formatTime(new Date(now).toISOString())} there now.
      </span>
    </p>
  )
}
