import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs packages of Debian or Ubuntu; says whether that can be done here at all (root, apt). */
export function installDebian(packages, why) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return false
  console.log(`Installing Debian's ${packages.join(', ')} for ${why} (once) …`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    // A server among them is for the tests to start; its package would start it as a service.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...packages], options)
  return true
}

/** Debian packages that tests use, each with the program that it brings. */
const PROGRAMS = {
  faketime: '/usr/bin/faketime',
  'redis-server': '/usr/bin/redis-server',
  strace: '/usr/bin/strace',
}

/** Where they cannot be installed, the tests that need them are skipped and say so; those of several nodes fail without Redis. */
export function preparePrograms(names, why) {
  const missing = names.filter((name) => !existsSync(PROGRAMS[name]))
  if (missing.length > 0) installDebian(missing, why)
}
