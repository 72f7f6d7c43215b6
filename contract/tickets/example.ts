import { formatDay } from '../time.ts'
import type { TicketModule } from './define-module.ts'

const DAY_MS = 86_400_000

/**
 * Returns the example of a module as a request body. Converts relative times (`{ days, time }`) to community
 * time.
 */
export function createExampleBody(
  module: TicketModule,
  now: Date,
  timeZone: string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(module.example).map(([key, value]) => [
      key,
      isRelativeTime(value)
        ? `${formatDay(new Date(now.getTime() + value.days * DAY_MS), timeZone)} ${value.time}:00`
        : value,
    ]),
  )
}

function isRelativeTime(value: unknown): value is { days: number; time: string } {
  return typeof value === 'object' && value !== null && 'days' in value && 'time' in value
}
