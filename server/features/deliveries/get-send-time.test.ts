import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  NotificationArea,
  NotificationChoices,
  NotificationKind,
} from '@tahanan/contract/notifications/kinds.ts'
import { formatPickerTime } from '@tahanan/contract/time.ts'
import { isWanted, getQuietEnd, getSendTime } from './get-send-time.ts'

const MANILA = 'Asia/Manila'
const parseManilaTime = (community: string) => new Date(`${community.replace(' ', 'T')}:00+08:00`)
const formatManilaTime = (instant: Date) => formatPickerTime(instant, MANILA).slice(0, 16)

interface ReaderInput {
  area?: NotificationArea
  choices?: NotificationChoices
  quietHours?: readonly [from: string, to: string]
}
const createReader = ({
  area = 'client',
  choices = {},
  quietHours = ['21:00', '07:00'],
}: ReaderInput = {}) => ({
  area,
  choices,
  quietFrom: `${quietHours[0]}:00`,
  quietTo: `${quietHours[1]}:00`,
})
const createNotification = (kind: NotificationKind, urgent = false) => ({ kind, urgent })
const DIGEST_CHOICES = { ticket: { mail: 'digest', push: true } } as const

const getPushTime = (now: string) =>
  formatManilaTime(
    getSendTime(
      'push',
      createNotification('ticket'),
      createReader({ choices: DIGEST_CHOICES }),
      parseManilaTime(now),
      MANILA,
    ),
  )

describe('news is sent', () => {
  test.each([
    ['at once by day', '2026-03-14 09:30', {}, '2026-03-14 09:30'],
    ['at once in the minute before quiet hours', '2026-03-14 20:59', {}, '2026-03-14 20:59'],
    ['at their end from their first minute on', '2026-03-14 21:00', {}, '2026-03-15 07:00'],
    ['at their end after midnight', '2026-03-15 06:59', {}, '2026-03-15 07:00'],
    ['at once in the minute of their end', '2026-03-15 07:00', {}, '2026-03-15 07:00'],
    ["after the year's end", '2026-12-31 23:30', {}, '2027-01-01 07:00'],
    [
      'at the end of quiet hours by day',
      '2026-03-14 13:10',
      { quietHours: ['13:00', '15:30'] },
      '2026-03-14 15:30',
    ],
    [
      'at once without quiet hours',
      '2026-03-14 23:00',
      { quietHours: ['21:00', '21:00'] },
      '2026-03-14 23:00',
    ],
    ['with the digest of the day', '2026-03-14 09:30', { choices: DIGEST_CHOICES }, '2026-03-14 18:00'],
    ['with the next digest', '2026-12-31 18:00', { choices: DIGEST_CHOICES }, '2027-01-01 18:00'],
    [
      'after quiet hours in which the digest falls',
      '2026-02-28 09:00',
      { choices: DIGEST_CHOICES, quietHours: ['17:00', '06:00'] },
      '2026-03-01 06:00',
    ],
  ] as const)('%s', (_, now, readerInput, expected) => {
    expect(
      formatManilaTime(
        getSendTime(
          'mail',
          createNotification('ticket'),
          createReader(readerInput),
          parseManilaTime(now),
          MANILA,
        ),
      ),
    ).toBe(expected)
  })

  test('by push without waiting for the digest, but not in quiet hours', () => {
    expect(getPushTime('2026-03-14 09:30')).toBe('2026-03-14 09:30')
    expect(getPushTime('2026-03-14 22:00')).toBe('2026-03-15 07:00')
  })

  test('at once if it is urgent, whatever the reader chose', () => {
    const readerWithoutPosts = createReader({ choices: { post: { mail: 'off', push: false } } })
    const [night, urgent] = [parseManilaTime('2026-03-14 23:00'), createNotification('post', true)]
    for (const channel of ['mail', 'push'] as const) {
      expect(isWanted(channel, urgent, readerWithoutPosts)).toBe(true)
      expect(getSendTime(channel, urgent, readerWithoutPosts, night, MANILA)).toEqual(night)
      expect(isWanted(channel, createNotification('post'), readerWithoutPosts)).toBe(false)
    }
    expect(isWanted('push', urgent, createReader({ area: 'admin' }))).toBe(false)
  })
})

test('news of payments due and of safety is mailed even if it was turned off', () => {
  const offChoice = { mail: 'off', push: false } as const
  const choices = { reminder: offChoice, security: offChoice, payment: offChoice }
  const wantedMails = (['reminder', 'security', 'payment'] as const).map((kind) =>
    isWanted('mail', createNotification(kind), createReader({ choices })),
  )
  expect(wantedMails).toEqual([true, true, false])
  expect(isWanted('mail', createNotification('reminder'), createReader({ area: 'admin', choices }))).toBe(
    false,
  )
})

test('news never waits longer than two days, nor is sent in quiet hours, in any zone and at any clock', () => {
  const clockArbitrary = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((clockParts) => clockParts.map((clockPart) => String(clockPart).padStart(2, '0')).join(':'))
  const zoneArbitrary = fc.constantFrom(
    MANILA,
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'UTC',
  )
  const nowArbitrary = fc.date({
    min: new Date('2025-12-01'),
    max: new Date('2028-02-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(
      nowArbitrary,
      clockArbitrary,
      clockArbitrary,
      zoneArbitrary,
      fc.boolean(),
      (now, from, to, zone, isDigest) => {
        const quietReader = createReader({ choices: isDigest ? DIGEST_CHOICES : {}, quietHours: [from, to] })
        const time = getSendTime('mail', createNotification('ticket'), quietReader, now, zone)
        expect(time.getTime()).toBeGreaterThanOrEqual(now.getTime())
        expect(time.getTime() - now.getTime()).toBeLessThanOrEqual(49 * 3_600_000)
        // Checked only in zones without summer time: elsewhere quiet hours can end in an hour that the clock
        // skips.
        if (zone === 'UTC' || zone === MANILA) {
          expect(getQuietEnd(time, quietReader, zone)).toBeNull()
          const shownTime = formatPickerTime(time, zone).slice(11, 16)
          if (time > now) expect([to, '18:00']).toContain(shownTime)
        }
      },
    ),
    { numRuns: 500 },
  )
})
