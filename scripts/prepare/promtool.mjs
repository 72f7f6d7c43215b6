import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MODULES } from './places.mjs'

const PROMTOOL = join(MODULES, '.cache/tahanan/promtool')

/**
 * Unpacks the program promtool from Debian's package `prometheus` (19 MB). Does not install the package,
 * because it would start a server. Without apt the tests that need promtool are skipped with a message.
 */
export function preparePromtool() {
  if (existsSync(PROMTOOL) || runCommand('promtool', ['--version']) || !runCommand('apt-get', ['--version']))
    return
  console.log("Unpacking promtool from Debian's prometheus for the deep tests (once) …")
  const folder = mkdtempSync(join(tmpdir(), 'tahanan-promtool-'))
  try {
    // Updates apt's package lists. It fails without root, which does no harm if the lists are new enough.
    runCommand('apt-get', ['update', '-qq'])
    if (!runCommand('apt-get', ['download', '-qq', 'prometheus'], folder)) return
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.deb'))
    if (!runCommand('dpkg-deb', ['--extract', file, 'unpacked'], folder)) return
    mkdirSync(join(PROMTOOL, '..'), { recursive: true })
    const partialPath = `${PROMTOOL}.part`
    runCommand('cp', [join(folder, 'unpacked/usr/bin/promtool'), partialPath])
    chmodSync(partialPath, 0o755)
    renameSync(partialPath, PROMTOOL)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runCommand(command, args, cwd) {
  return spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'ignore'] }).status === 0
}
