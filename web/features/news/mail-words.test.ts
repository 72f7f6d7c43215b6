import { expect, test } from 'vitest'
import { describeMail } from './mail-words.ts'

const own = { sendsMail: true, email: 'ana@home.test', mailRefusedAt: null }

test('the reader is told why no mail comes, and what to do', () => {
  expect(describeMail(own, 'client')).toBeUndefined()
  expect(describeMail({ ...own, sendsMail: false }, 'client')).toContain('sends no mail yet')
  expect(describeMail({ ...own, email: '' }, 'client')).toContain('Please tell the PMO your address.')
  const refused = { ...own, mailRefusedAt: '2026-03-14T02:00:00Z' }
  expect(describeMail(refused, 'client')).toMatch(/ana@home\.test was refused on .*14.*tell the PMO/)
  expect(describeMail(refused, 'admin')).not.toContain('PMO')
})
