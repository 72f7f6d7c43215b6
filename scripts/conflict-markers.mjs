// Refuses merge-conflict markers in any text file of the repository.
import { spawnSync } from 'node:child_process'
import { ROOT } from './prepare/places.mjs'

const { status, stdout, stderr } = spawnSync(
  'git',
  ['grep', '-nIE', '^(<{7}|>{7}|={7})( |$)', '--', '.', ':!scripts/conflict-markers.mjs'],
  { cwd: ROOT, encoding: 'utf8' },
)
// git grep ends with 1 if nothing matches.
if (status !== 1) {
  console.error(stdout || stderr)
  process.exit(1)
}
