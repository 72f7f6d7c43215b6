import { expect, test } from 'vitest'
import { describeMailProblem } from './describe-mail-problem.ts'

const deliveries = { sendsMail: true, email: 'ana@home.test', mailRefusedAt: null }

test('the reader is told why no mail comes, and what to do', () => {
  expect(describeMailProblem(deliveries, 'client')).toBeUndefined()
  expect(describeMailProblem({ ...deliveries, sendsMail: false }, 'client')).toContain('sends no mail yet')
  expect(describeMailProblem({ ...deliveries, email: '' }, 'client')).toContain(
    'Please tell the PMO your address.',
  )
  const refusedDeliveries = { ...deliveries, mailRefusedAt: '2026-03-14T02:00:00Z' }
  expect(describeMailProblem(refusedDeliveries, 'client')).toMatch(
    /ana@home\.test was refused on .*14.*tell the PMO/,
  )
  expect(describeMailProblem(refusedDeliveries, 'admin')).not.toContain('PMO')
})
