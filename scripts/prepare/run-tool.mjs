import { spawn } from 'node:child_process'
import { ROOT } from './places.mjs'

const runningTools = new Map()
let isStopping = false

/**
 * Runs a program without showing its output. If it fails, throws an Error whose message is for the operator.
 */
export async function runTool(what, command, args, env) {
  // Runs the tool in its own process group, so that Ctrl+C does not reach it directly. `stopTools` stops it
  // and waits for its end.
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  }
  const exitPromise = new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: null, signal: null, output: error.message }))
    child.on('close', (status, signal) => resolve({ status, signal, output }))
  })
  runningTools.set(child, exitPromise)
  const { status, signal, output: said } = await exitPromise
  runningTools.delete(child)
  // Checks `isStopping` too, because a tool that was stopped may exit with 0 although it did not finish.
  if (status !== 0 || isStopping) throw new Error(explainFailure(what, signal, said))
}

export async function stopTools() {
  isStopping = true
  for (const child of runningTools.keys()) child.kill('SIGTERM')
  await Promise.all(runningTools.values())
}

export async function runStep(announcement, name, work) {
  console.log(announcement)
  const started = Date.now()
  await work()
  console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`)
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
