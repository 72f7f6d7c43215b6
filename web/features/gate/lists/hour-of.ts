import { today, wallOf } from '#lib/time.ts'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'

/** Returns the hour from which a pass lets in today, as '14:00', or 'All day'. */
export function hourOf({ from, dayFrom }: Pick<GatePass, 'from' | 'dayFrom'>): string {
  const wall = wallOf(from)
  const time = wall?.startsWith(today()) ? wall.slice(11, 16) : '00:00'
  const first = dayFrom !== null && dayFrom > time ? dayFrom : time
  return first === '00:00' ? 'All day' : `${first.slice(0, 2)}:00`
}
