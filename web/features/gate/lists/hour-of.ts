import { today, wallOf } from '#lib/time.ts'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { showHour } from '../verdict/verdict-words.ts'

/** Returns the hour from which a pass lets in today, as '2:00 PM', or 'All day'. */
export function hourOf({ from, dayFrom }: Pick<GatePass, 'from' | 'dayFrom'>): string {
  const wall = wallOf(from)
  const time = wall?.startsWith(today()) ? wall.slice(11, 16) : '00:00'
  const first = dayFrom !== null && dayFrom > time ? dayFrom : time
  return first === '00:00' ? 'All day' : showHour(`${first.slice(0, 2)}:00`)
}
