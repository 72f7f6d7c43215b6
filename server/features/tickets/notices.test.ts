import { expect, test } from 'vitest'
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
