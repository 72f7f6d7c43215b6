import { expect, test } from 'vitest'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { changedNotice } from './notices.ts'

const REMARK = 'Confidential remark'

test.each(MODULES.map((module) => [module.name, module] as const))(
  'news of a %s shows no name and no remark on a lock screen, and no remark in its mail',
  (_, module) => {
    const details = { [module.card.heading]: 'Maria Cruz' }
    const ticket = { id: 58, ticketNumber: 'GP-2026-000058', details, amenity: null }
    for (const status of [undefined, 0, 1, 2, 3, 4, 5]) {
      const { brief, letter, title, message } = changedNotice(module, ticket, {
        ...(status !== undefined && { status }),
        remarks: REMARK,
      })
      expect(message).toContain(REMARK)
      expect(brief).toMatch(/.+, GP-2026-000058$/)
      expect(brief).not.toMatch(/Maria|Cruz|Confidential/)
      expect(JSON.stringify([title, letter])).not.toContain('Confidential')
      expect(JSON.stringify(letter)).toContain('GP-2026-000058')
    }
  },
)

test.each(MODULES.map((module) => [module.name, module] as const))(
  'a remark on a %s is a remark, and an undone approval says so',
  (_, module) => {
    const ticket = { id: 58, ticketNumber: 'GP-2026-000058', details: {}, amenity: 'Pool' }
    const titleOf = (change: Parameters<typeof changedNotice>[2]) =>
      changedNotice(module, ticket, change).title
    const { one } = module.noun
    expect(titleOf({ remarks: REMARK })).toBe(`New remark on your ${one}`)
    expect(titleOf({ status: 5 })).toBe(`${capitalize(one)} cancelled`)
    expect(titleOf({ status: 1, remarks: REMARK })).toBe(`${capitalize(one)} sent back for approval`)
  },
)
