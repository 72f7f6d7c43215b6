import { expect, test } from 'vitest'
import { describeMailProblem } from './describe-mail-problem.ts'

const mailSettings = { sendsMail: true, email: 'ana@home.test', mailRefusedAt: null }

test('the reader is told why no mail comes, and what to do', () => {
  expect(describeMailProblem(mailSettings, 'client')).toBeUndefined()
  expect(describeMailProblem({ ...mailSettings, sendsMail: false }, 'client')).toContain('sends no email yet')
  expect(describeMailProblem({ ...mailSettings, email: '' }, 'client')).toContain(
    'Please tell the PMO your address.',
  )
  const refusedDeliveries = { ...mailSettings, mailRefusedAt: '2026-03-14T02:00:00Z' }
  expect(describeMailProblem(refusedDeliveries, 'client')).toMatch(
    /ana@home\.test was refused on .*14.*tell the PMO/,
  )
  expect(describeMailProblem(refusedDeliveries, 'admin')).not.toContain('PMO')
})
