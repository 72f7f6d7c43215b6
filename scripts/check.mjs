// One command for everything that reads code without running it: formatting, lint, layers, types.
import { spawnSync } from 'node:child_process'

const steps = [
  ['formatting', ['oxfmt', '--check']],
  ['lint', ['oxlint', '--deny-warnings']],
  ['layers', ['node', 'scripts/layers.mjs']],
  ['types of contract', ['tsc', '-p', 'contract']],
  ['types of server', ['tsc', '-p', 'server']],
  ['types of web', ['tsc', '-p', 'web']],
  ['types of e2e', ['tsc', '-p', 'e2e']],
  ['types of proof', ['tsc', '-p', 'proof']],
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
