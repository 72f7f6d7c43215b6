import type { DayFigures } from './day.ts'
import { verdict } from './statistics.ts'

const plain = (label: string, value: string, goal = '', reached = ''): string[] => [
  label,
  value,
  '',
  '',
  goal,
  reached,
]

/** Returns the figures of a day as rows of the table. */
export function dayRows(figures: DayFigures): string[][] {
  const { online, tickets, pace, most, calls, events, turnedAway, megabytes, database } = figures
  const name = `day, ${online.residents} residents and ${online.admins} in the office online, ${tickets.toLocaleString('en')} tickets`
  return [
    plain(`${name}: calls a second, as they came`, pace.toFixed(0)),
    plain('day, calls turned away', String(turnedAway), '0', verdict(turnedAway === 0)),
    plain('day, the same calls as fast as they go, a second', most.toFixed(0)),
    ...calls.map(({ name: call, count, p50, p99 }) =>
      plain(
        `day, ${call} (${count}), p50 (p99) ms`,
        `${p50.toFixed(1)} (${p99.toFixed(1)})`,
        'p99 < 10 p50',
        verdict(p99 < 10 * p50),
      ),
    ),
    plain(
      'day, events from the call to the page, p50 (p99; slowest) ms',
      `${events.p50.toFixed(1)} (${events.p99.toFixed(1)}; ${events.worst.toFixed(0)})`,
      'p99 ≤ 100',
      verdict(events.p99 <= 100),
    ),
    plain('day, events that did not arrive', String(events.lost), '0', verdict(events.lost === 0)),
    plain('day, memory of the server, MB', megabytes.toFixed(0)),
    plain('day, size of the database, MB', database.megabytes.toFixed(0)),
    plain('day, of it a ticket with its history and indexes, bytes', database.bytesPerTicket.toFixed(0)),
  ]
}
