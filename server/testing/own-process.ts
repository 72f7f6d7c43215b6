import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A program that a test starts and ends, with its last output kept for debugging. */
export interface OwnProcess {
  readonly child: ChildProcess
  /** Its output so far, the last 200,000 characters. */
  said(): string
  isRunning(): boolean
  /** Sends a signal and resolves when it has ended; one that has ended already stays so. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts a program with exactly this environment, in the folder of the code or of another version. */
export function startProcess(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  code: string = ROOT,
): OwnProcess {
  const child = spawn(command, args, {
    cwd: code,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-200_000)
    })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      words += error.message
      resolve()
    })
  })
  const isRunning = (): boolean =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null
  // Should the tests themselves be killed by a failure, nothing of theirs goes on running.
  const cleanUp = (): void => void child.kill('SIGKILL')
  process.once('exit', cleanUp)
  return {
    child,
    said: () => words,
    isRunning,
    async end(signal) {
      process.off('exit', cleanUp)
      if (!isRunning()) return
      child.kill(signal)
      await ended
    },
  }
}
