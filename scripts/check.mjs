// Runs all checks that do not run the portal's code, such as types, lint and format.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { BIN, ROOT } from './prepare/places.mjs'

// A second type checker repeats much of the work of the first, so it helps only if a processor core is idle.
const CHECKER_COUNT = availableParallelism() > 2 ? '2' : '1'
const TYPE_CHECK_STEP = [
  'types',
  'tsc',
  '-b',
  'contract',
  '.',
  'web',
  'web/worker',
  'e2e',
  '--builders',
  '2',
  '--checkers',
  CHECKER_COUNT,
]
const OTHER_STEPS = [
  ['formatting', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--deny-warnings'],
  ['layers', 'node', 'scripts/layers.mjs'],
  ['theme', 'node', 'scripts/theme.mjs'],
  ['history', 'node', 'scripts/check-git.mjs'],
  ['lists in docs/', 'node', 'scripts/write-lists.mjs', '--check'],
  ['notices', 'node', 'scripts/write-notices.mjs', '--check'],
]

async function runStep([name, command, ...args]) {
  const started = Date.now()
  const path = command === 'node' ? process.execPath : join(BIN, command)
  const child = spawn(path, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  }
  const status = await new Promise((resolve) => {
    child.on('error', (error) => (output += error.message))
    child.on('close', resolve)
  })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (status === 0) console.log(`check: ${name} good in ${seconds} s`)
  else console.error(`${output.trimEnd()}\ncheck: ${name} failed`)
  return status === 0
}

async function runAll(steps) {
  let isGood = true
  for (const step of steps) isGood = (await runStep(step)) && isGood
  return isGood
}

// Runs the type check at the same time as all other steps, because it takes longest and rarely uses more than
// one processor core.
const results = await Promise.all([runAll([TYPE_CHECK_STEP]), runAll(OTHER_STEPS)])
if (results.includes(false)) process.exit(1)
console.log('check: all good')
