import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface StartedProcess {
  readonly child: ChildProcess
  output(): string
  isRunning(): boolean
  end(signal: NodeJS.Signals): Promise<void>
}

/**
 * Starts a process with only the environment variables `PATH`, `HOME`, Node's compile cache and those in
 * `env`.
 */
export function startProcess(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  code: string = ROOT,
): StartedProcess {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(command, args, {
    cwd: code,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-200_000)
    })
  const exitPromise = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      output += error.message
      resolve()
    })
  })
  const isRunning = (): boolean =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null
  // Kills the process when the tests end. Otherwise it would keep running after tests that crash.
  const cleanUp = (): void => void child.kill('SIGKILL')
  process.once('exit', cleanUp)
  return {
    child,
    output: () => output,
    isRunning,
    async end(signal) {
      process.off('exit', cleanUp)
      if (!isRunning()) return
      child.kill(signal)
      await exitPromise
    },
  }
}
