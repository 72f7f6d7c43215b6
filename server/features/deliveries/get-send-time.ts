import type { Channel } from '@tahanan/contract/deliveries/channels-and-states.ts'
import {
  DAILY_DIGEST_TIME,
  getNotificationChoice,
  type NotificationArea,
  type NotificationChoices,
  type NotificationKind,
} from '@tahanan/contract/notifications/kinds.ts'
import { fromWallClock, toWallClock } from '@tahanan/contract/time.ts'

/**
 * Hours in which no mails and push messages are sent. Start and end are `HH:MM` or `HH:MM:SS` in the
 * community's time zone. If both are equal, there are no quiet hours.
 */
export interface QuietHours {
  readonly quietFrom: string
  readonly quietTo: string
}

interface NotificationToSend {
  readonly kind: NotificationKind
  readonly urgent: boolean
}

interface Reader extends QuietHours {
  readonly area: NotificationArea
  readonly choices: NotificationChoices
}

/**
 * Returns whether a person gets a notification by mail or push. Urgent notifications ignore the person's
 * choices (rules 23.16). Exception: questions of the gate go only to phones that have gate notifications
 * turned on, because they are valid for a minute.
 */
export function isWanted(
  channel: Channel,
  { kind, urgent }: NotificationToSend,
  { area, choices }: Reader,
): boolean {
  const { mail, push } = getNotificationChoice(area, kind, choices)
  if (urgent && kind === 'gate') return channel === 'push' && push
  if (channel === 'mail') return urgent || mail !== 'off'
  return area === 'client' && (urgent || push)
}

export function getSendTime(
  channel: Channel,
  notification: NotificationToSend,
  reader: Reader,
  now: Date,
  timeZone: string,
): Date {
  if (notification.urgent) return now
  const { mail } = getNotificationChoice(reader.area, notification.kind, reader.choices)
  const time = channel === 'mail' && mail === 'digest' ? getNextDigest(now, timeZone) : now
  return getQuietEnd(time, reader, timeZone) ?? time
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

const toMinutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

export function getQuietEnd(now: Date, { quietFrom, quietTo }: QuietHours, timeZone: string): Date | null {
  const [from, to] = [toMinutes(quietFrom), toMinutes(quietTo)]
  const { hour, minute } = toWallClock(now, timeZone)
  const minutesSinceQuietStart = (hour * 60 + minute - from + DAY_MINUTES) % DAY_MINUTES
  const quietMinutes = (to - from + DAY_MINUTES) % DAY_MINUTES
  return minutesSinceQuietStart < quietMinutes ? getNextTime(now, to, timeZone) : null
}

const getNextDigest = (now: Date, timeZone: string): Date =>
  getNextTime(now, toMinutes(DAILY_DIGEST_TIME), timeZone)

function getNextTime(now: Date, minutes: number, timeZone: string): Date {
  const clock = toWallClock(now, timeZone)
  const today = { ...clock, hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0 }
  const minuteStart = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  const minutesAhead = (minutes - clock.hour * 60 - clock.minute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES
  const candidateTime = new Date(minuteStart + minutesAhead * MINUTE_MS)
  const { hour, minute: candidateMinute } = toWallClock(candidateTime, timeZone)
  if (hour * 60 + candidateMinute === minutes) return candidateTime
  // Reached only if summer time begins or ends before the quiet hours end. Adding minutes would give a wrong
  // time, so the end is computed from the local time of day.
  const timeToday = fromWallClock(today, timeZone)
  return timeToday > now ? timeToday : fromWallClock({ ...today, day: today.day + 1 }, timeZone)
}
