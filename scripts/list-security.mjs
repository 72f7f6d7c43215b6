// Prints how the portal meets the security standard ASVS 5.0, or the attacks against which it is tested:
// `node scripts/list-security.mjs asvs|attacks [WORD]`. WORD filters: `asvs 'not met'`, `asvs 6.2`, `attacks
// csv`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { ROOT } from './prepare/places.mjs'

export const loadAsvs = () => parse(readFileSync(join(ROOT, 'docs/asvs.yaml'), 'utf8'))

export const loadAttacks = () => parse(readFileSync(join(ROOT, 'docs/attacks.yaml'), 'utf8'))

export const getTests = (entry) =>
  (entry.tests ?? []).map((test) => {
    const [[file, names]] = typeof test === 'string' ? [[test, []]] : Object.entries(test)
    return { file, names }
  })

export function countStates(chapters) {
  const stateCounts = {}
  for (const { state, requirements = 1 } of Object.values(chapters).flat()) {
    stateCounts[state] = (stateCounts[state] ?? 0) + requirements
  }
  return stateCounts
}

function printEntry({ id, level, asks, attack, state, how, ...entry }) {
  const factsText = [level && `level ${level}`, state].filter(Boolean).join(', ')
  console.log(`${id}  ${asks ?? attack}${factsText && ` [${factsText}]`}`)
  if (how) console.log(`    ${how}`)
  for (const { file, names } of getTests(entry)) console.log(['    test', file, ...names].join('  '))
}

function main(list, word = '') {
  const hasWord = (entry) => JSON.stringify(entry).toLowerCase().includes(word.toLowerCase())
  if (list === 'attacks') return loadAttacks().filter(hasWord).forEach(printEntry)
  if (list !== 'asvs') {
    console.error('usage: node scripts/list-security.mjs asvs|attacks [WORD]')
    process.exit(2)
  }
  const chapters = loadAsvs()
  for (const [name, entries] of Object.entries(chapters)) {
    const matchingEntries = entries.filter(hasWord)
    if (matchingEntries.length > 0) console.log(`\n${name}\n`)
    matchingEntries.forEach(printEntry)
  }
  const countTexts = Object.entries(countStates(chapters)).map(([state, count]) => `${count} ${state}`)
  console.log(`\nOf all requirements of levels 1 and 2: ${countTexts.join(', ')}.`)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(...process.argv.slice(2))
