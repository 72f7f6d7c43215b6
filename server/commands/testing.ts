import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

interface CommandResult {
  code: number | null
  output: string
  errors: string
}

export async function runCommandFile(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', file), ...args], {
    cwd: tmpdir(),
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, output, errors }
}
