import { expect, test } from 'vitest'
import { parseCommandLine, renderHelp, UsageError } from './command-line.ts'

const COPY_COMMAND = {
  name: 'copy',
  about: 'Copies a file.',
  operands: { form: 'FILE', most: 1 },
  options: {
    to: { value: 'FOLDER', text: 'Folder of the copy; by default the current one.' },
    'keep-date': { text: 'Keeps the date.' },
  },
  examples: ['letter.txt --to /mnt/elsewhere'],
} as const

const parseCopyCommand = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  parseCommandLine(COPY_COMMAND, args, env)
const getUsageErrorMessage = (args: string[], env: NodeJS.ProcessEnv = {}): string => {
  try {
    parseCopyCommand(args, env)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  return 'accepted'
}

test('options and operands are read', () => {
  expect(parseCopyCommand(['a', '--to', 'b', '--keep-date'])).toEqual({
    operands: ['a'],
    values: { to: 'b', 'keep-date': true },
  })
  expect(parseCopyCommand(['--to=b'])).toEqual({ operands: [], values: { to: 'b', 'keep-date': false } })
  expect(parseCopyCommand([])).toEqual({ operands: [], values: { to: undefined, 'keep-date': false } })
})

test.each([
  [['--force'], 'There is no option --force.'],
  [['-f'], 'There is no option -f.'],
  [['--to'], '--to needs a value: --to FOLDER.'],
  [['--to', '--keep-date'], '--to needs a value: --to FOLDER.'],
  [['--to='], '--to needs a value: --to FOLDER.'],
  [['--keep-date=yes'], '--keep-date has no value.'],
  [['--to', 'a', '--to', 'b'], '--to can be given once.'],
  [['a', 'b'], "'b' is one argument too many."],
])('%j is refused in a sentence', (args, sentence) => {
  expect(getUsageErrorMessage(args)).toBe(sentence)
})

test('an option that npm kept for itself is refused: without it the command would do something else', () => {
  expect(getUsageErrorMessage(['a'], { npm_config_keep_date: 'true' })).toBe(
    'npm read --keep-date as its own option. Put -- before the options: npm run copy -- --keep-date',
  )
  expect(getUsageErrorMessage(['a', '--keep-date'], { npm_config_keep_date: 'true' })).toBe('accepted')
  expect(getUsageErrorMessage(['a'], { npm_config_loglevel: 'silent' })).toBe('accepted')
})

test('the help names each option, what it does, and an example', () => {
  expect(parseCopyCommand(['a', '--help'])).toBe('help')
  expect(renderHelp(COPY_COMMAND)).toBe(`npm run copy -- FILE [--to FOLDER] [--keep-date]

Copies a file.

  --to FOLDER   Folder of the copy; by default the current one.
  --keep-date   Keeps the date.
  --help        Prints this help and does nothing else.

For example:
  npm run copy -- letter.txt --to /mnt/elsewhere`)
})
