import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseCitedRules } from './cited-rules.mjs'
import { ROOT } from './prepare/places.mjs'

const RULE_FILES = globSync('docs/rules/*.md', { cwd: ROOT })
const FILES = [
  'CONTRIBUTING.md',
  'README.md',
  ...globSync('{bench,contract,deploy,docs,e2e,proof,scripts,server,web}/**/*.{css,md,mjs,mts,ts,tsx}', {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  }),
]

const readProjectFile = (path) => readFileSync(join(ROOT, path), 'utf8')
const listRules = (area) =>
  [...readProjectFile(area).matchAll(/^\*\*(\d+\.\d+)\*\* /gm)].map(([, number]) => number)
const rules = new Set(RULE_FILES.flatMap(listRules))

test.each(RULE_FILES)('%s numbers its rules from 1 without gaps', (area) => {
  const number = Number.parseInt(basename(area), 10)
  expect(listRules(area)).toEqual(listRules(area).map((_, at) => `${number}.${at + 1}`))
  expect(readProjectFile('docs/rules.md')).toContain(`(rules/${basename(area)})`)
})

test('every rule that is cited exists', () => {
  const missingRules = FILES.flatMap((path) =>
    parseCitedRules(readProjectFile(path))
      .filter((number) => !rules.has(number))
      .map((number) => `${path}: rules ${number}`),
  )
  expect(missingRules).toEqual([])
})

test('nothing cites a document outside of the repository', () => {
  const outsideReference = /\bspec(ification)? \d|\bdecisions?,? (§|section)|\bissue \d/
  expect(
    FILES.filter((path) => !path.endsWith('.md') && outsideReference.test(readProjectFile(path))),
  ).toEqual([])
})

test('a citation may continue on the next line', () => {
  expect(parseCitedRules('/** Locked (rules\n * 4.6, 4.7 and\n * 5.1). */')).toEqual(['4.6', '4.7', '5.1'])
})
