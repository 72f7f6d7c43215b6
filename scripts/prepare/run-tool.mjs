import { spawnSync } from 'node:child_process'
import { ROOT } from './places.mjs'

/** Runs a tool without output. Throws an Error with a sentence for the operator if it fails. */
export function runTool(what, command, args, env) {
  const options = { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env, maxBuffer: 2 ** 26 }
  const { status, signal, stdout, stderr, error } = spawnSync(command, args, options)
  if (status !== 0)
    throw new Error(explainFailure(what, signal, `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`))
}

function explainFailure(what, signal, output) {
  if (/ENOSPC|no space left/i.test(output))
    return `${what} found the disk full: 1.2 GB are needed before any data. Make room and run it again.`
  if (signal === 'SIGKILL' || /heap out of memory/.test(output))
    return (
      `${what} was killed, as a rule because memory ran out: 1 GB must be free. ` +
      'Stop other programs or add swap, and run it again.'
    )
  return `${what} failed:\n${output}`
}
