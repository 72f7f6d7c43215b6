import { readFileSync } from 'node:fs'

/**
 * Reads the flags and variables of the npm script `start`, so that tests and measurements start the server in
 * the same way.
 */
export function getStartCommand(): { flags: string[]; environment: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string }
  }
  const commandWords = scripts.start.split(' ')
  return {
    flags: commandWords.filter((word) => word.startsWith('--')),
    environment: Object.fromEntries(
      commandWords.flatMap((word) => (/^[A-Z_]+=/.test(word) ? [word.split('=') as [string, string]] : [])),
    ),
  }
}
