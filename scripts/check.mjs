// Runs every check that reads code without running it: formatting, lint, layers, lists in docs/, types.
import { spawnSync } from 'node:child_process'

const steps = [
  ['formatting', ['oxfmt', '--check']],
  ['lint', ['oxlint', '--deny-warnings']],
  ['layers', ['node', 'scripts/layers.mjs']],
  ['lists in docs/', ['node', 'scripts/write-lists.mjs', '--check']],
  // Each checker loads all types again, so more of them than cores are slower.
  ['types', ['tsc', '-b', 'contract', '.', 'web', 'e2e', '--builders', '2', '--checkers', '2']],
]

for (const [name, [command, ...args]] of steps) {
  const path = command === 'node' ? process.execPath : `node_modules/.bin/${command}`
  const { status } = spawnSync(path, args, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`check: ${name} failed`)
    process.exit(1)
  }
}
console.log('check: all good')
