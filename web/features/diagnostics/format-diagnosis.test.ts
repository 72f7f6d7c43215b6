import { expect, test } from 'vitest'
import { checkBrowserClock, formatDiagnosis } from './format-diagnosis.ts'

const TEST_TIME = '2026-03-14T01:00:00.000Z'

test.each([
  [59_999, 'good', 'It has the time of the server.'],
  [-59_999, 'good', 'It has the time of the server.'],
  [60_000, 'warning', "Its clock is 1 minute ahead of the server's."],
  [-7_200_000, 'warning', "Its clock is 120 minutes behind the server's."],
])('a browser that is %i ms ahead', (clockLeadMs, state, words) => {
  expect(checkBrowserClock(TEST_TIME, Date.parse(TEST_TIME) + clockLeadMs)).toEqual({
    part: 'This browser',
    state,
    words,
  })
})

test('a diagnosis is copied as text, with what the log warned of (rules 11.23)', () => {
  const diagnostics = {
    version: '1.2.0',
    commit: '5926c88d',
    at: TEST_TIME,
    startedAt: TEST_TIME,
    checks: [],
    logged: [],
  }
  const check = { part: 'Mail', state: 'off', words: '' } as const
  expect(formatDiagnosis(diagnostics, [check]).split('\n')).toEqual([
    'Tahanan 1.2.0 (5926c88d), running since 14 Mar 2026, 9:00 AM, checked 14 Mar 2026, 9:00 AM',
    '',
    'Mail: Off.',
    '',
    'No warnings and errors since the start.',
  ])
  const loggedErrors = [{ kind: 'a mail could not be sent', count: 3, last: TEST_TIME }]
  expect(formatDiagnosis({ ...diagnostics, commit: 'unknown', logged: loggedErrors }, [])).toMatch(
    /^Tahanan 1\.2\.0 \(unknown commit\)[^]*\n3 × a mail could not be sent, last 14 Mar 2026, 9:00 AM$/,
  )
})
