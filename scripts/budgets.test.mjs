import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getChildSeconds, explainOverrun, formatTimes } from './budgets.mjs'
import { ROOT } from './prepare/places.mjs'
import { formatSlowest, listPlaywrightSeconds } from './reports.mjs'

const BUDGETS = { check: 60 }

test('a step fails above its budget, which is larger on a slower machine', () => {
  expect(explainOverrun('check', 60, 1, BUDGETS)).toBeUndefined()
  expect(explainOverrun('check', 61, 1, BUDGETS)).toContain('used 61 processor seconds of 60')
  expect(explainOverrun('check', 120, 2, BUDGETS)).toBeUndefined()
  expect(explainOverrun('check', 121, 2, BUDGETS)).toContain('of 120')
})

test('a step without a budget, or whose use is not known, does not fail', () => {
  expect(explainOverrun('pictures', 1e6, 1, BUDGETS)).toBeUndefined()
  expect(explainOverrun('check', undefined, 1, BUDGETS)).toBeUndefined()
})

test('the processor time of ended children is read from behind a name with brackets and spaces', () => {
  const stat = '42 (node) (x) S 1 42 42 0 -1 4194560 1 2 3 4 11 22 1234 566 20 0 7 0 99 0 0'
  expect(getChildSeconds(stat)).toBe(18)
})

test('the times of all steps are shown with their budgets', () => {
  const stepTimes = [
    { name: 'check', seconds: 21.4, used: 30.2 },
    { name: 'check', seconds: 8, used: undefined },
  ]
  expect(formatTimes(stepTimes, 1.5, BUDGETS).split('\n')).toEqual([
    'step              seconds  processor seconds  budget',
    'check                  21                 30      90',
    'check                   8            unknown      90',
  ])
})

const createSpec = (...durations) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] })

test('the ten slowest files are shown', () => {
  const playwrightSeconds = listPlaywrightSeconds({
    config: { rootDir: join(ROOT, 'e2e/specs') },
    suites: [
      { file: 'gate.spec.ts', specs: [createSpec(500, 250)], suites: [{ specs: [createSpec(12_000)] }] },
    ],
  })
  const vitest = Array.from({ length: 12 }, (_, at) => ({ path: join(ROOT, `${at}.test.ts`), seconds: at }))
  const lines = formatSlowest([...vitest, ...playwrightSeconds], ROOT).split('\n')
  expect(lines).toHaveLength(10)
  expect(lines.slice(0, 2)).toEqual(['    12.8 s  e2e/specs/gate.spec.ts', '    11.0 s  11.test.ts'])
})
