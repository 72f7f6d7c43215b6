import { expect, test } from 'vitest'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { MODULES, getModule } from '@tahanan/contract/tickets/index.ts'
import { createChangedNotification } from './ticket-notifications.ts'

const REMARK = 'Confidential remark'
const TIME_ZONE = 'Asia/Manila'

test.each(MODULES.map((module) => [module.name, module] as const))(
  'news of a %s shows no name and no remark on a lock screen, and both in its mail (rules 23.15)',
  (_, module) => {
    const details = { [module.card.heading]: 'Maria Cruz' }
    const ticket = { id: 58, ticketNumber: 'GP-2026-000058', details, amenity: null }
    for (const status of [undefined, 0, 1, 2, 3, 4, 5]) {
      const { brief, letter, title, message } = createChangedNotification(
        module,
        ticket,
        {
          ...(status !== undefined && { status }),
          remarks: REMARK,
        },
        TIME_ZONE,
      )
      expect(message).toContain(REMARK)
      expect(brief).toMatch(/.+, GP-2026-000058$/)
      expect(brief).not.toMatch(/Maria|Cruz|Confidential/)
      expect(title).not.toContain('Confidential')
      expect(JSON.stringify(letter)).toContain(REMARK)
      expect(letter.facts).toContainEqual(['Number', 'GP-2026-000058'])
    }
  },
)

test.each(MODULES.map((module) => [module.name, module] as const))(
  'a remark on a %s is a remark, and an undone approval says so',
  (_, module) => {
    const ticket = { id: 58, ticketNumber: 'GP-2026-000058', details: {}, amenity: 'Pool' }
    const getTitle = (change: Parameters<typeof createChangedNotification>[2]) =>
      createChangedNotification(module, ticket, change, TIME_ZONE).title
    const { one } = module.noun
    expect(getTitle({ remarks: REMARK })).toBe(`New remark on your ${one}`)
    expect(getTitle({ status: 5 })).toBe(`${capitalize(one)} cancelled`)
    expect(getTitle({ status: 1, remarks: REMARK })).toBe(`${capitalize(one)} sent back for approval`)
  },
)

const visit = {
  id: 7,
  ticketNumber: 'VP-2026-000007',
  details: { visitorsName: 'Maria Cruz', dateOfVisit: '2026-12-05T06:00:00.000Z' },
  amenity: null,
}

test('a rejection says its reason and for which day and time it was', () => {
  const { letter } = createChangedNotification(
    getModule('visitor'),
    visit,
    { status: 6, remarks: 'No id.' },
    TIME_ZONE,
  )
  expect(letter).toEqual({
    paragraphs: ['Your visitor pass was rejected.', 'Reason: No id.'],
    facts: [
      ['Number', 'VP-2026-000007'],
      ['Visitors Name', 'Maria Cruz'],
      ['Date of Visit', '5 December 2026, 2:00 PM'],
    ],
  })
})

const getParagraphs = (change: Parameters<typeof createChangedNotification>[2]) =>
  createChangedNotification(getModule('visitor'), visit, change, TIME_ZONE).letter.paragraphs

test('an approval says what to do next, a remark what it is', () => {
  expect(getParagraphs({ status: 2 })).toEqual([
    'Your visitor pass was approved.',
    'Next: your visitor shows this pass at the gate.',
  ])
  expect(getParagraphs({ remarks: 'Please come by.' })).toEqual([
    'The office wrote a remark on your visitor pass.',
    'Remarks: Please come by.',
  ])
})
