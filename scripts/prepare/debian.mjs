import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs Debian packages. Returns false if this is not root or there is no apt. */
export function installDebian(packages, why) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return false
  console.log(`Installing Debian's ${packages.join(', ')} for ${why} (once) …`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Prevents the package from starting its server as a service: the tests start the server themselves.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...packages], options)
  return true
}

const PROGRAMS = {
  faketime: '/usr/bin/faketime',
  'redis-server': '/usr/bin/redis-server',
  strace: '/usr/bin/strace',
}

/**
 * Installs missing programs that tests need. Without them tests are skipped with a message, but the tests of
 * several nodes fail.
 */
export function preparePrograms(names, why) {
  const missingPrograms = names.filter((name) => !existsSync(PROGRAMS[name]))
  if (missingPrograms.length > 0) installDebian(missingPrograms, why)
}
