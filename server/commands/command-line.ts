import { parseArgs } from 'node:util'

/**
 * Error for wrong arguments of a command: the message is for the operator and mentions `--help`, and the exit
 * code is 2.
 */
export class UsageError extends Error {}

/**
 * Option of a command. With `value` it needs a value (`--to FOLDER`), otherwise it is on or off. The help
 * shows `text`, which describes the option and its default.
 */
interface CommandOption {
  readonly value?: string
  readonly text: string
}

export interface CommandDeclaration {
  readonly name: string
  readonly about: string
  /** Arguments without a name. `form` describes them in the help; `most` is their maximum number. */
  readonly operands?: { readonly form: string; readonly most: number }
  readonly options: Readonly<Record<string, CommandOption>>
  readonly examples: readonly string[]
}

type OptionValue<Option> = Option extends { readonly value: string } ? string | undefined : boolean

export interface CommandLine<Declaration extends CommandDeclaration> {
  readonly values: {
    readonly [Name in keyof Declaration['options']]: OptionValue<Declaration['options'][Name]>
  }
  readonly operands: readonly string[]
}

/** Parses the arguments of a command. Returns `'help'` if they contain `--help`. Throws UsageError. */
export function parseCommandLine<const Declaration extends CommandDeclaration>(
  declaration: Declaration,
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): CommandLine<Declaration> | 'help' {
  const { name, options, operands: allowedOperands } = declaration
  const optionTypes = Object.entries(options).map(
    ([option, { value }]) => [option, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(optionTypes),
    // Not strict, because the error messages of `parseArgs` are hard to read for an operator. The code below
    // finds errors.
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return 'help'

  const givenOptions = new Map<string, string | true>()
  const operands: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    const option = options[token.name]
    if (option === undefined || token.rawName !== `--${token.name}`)
      throw new UsageError(`There is no option ${token.rawName}.`)
    if (givenOptions.has(token.name)) throw new UsageError(`--${token.name} can be given once.`)
    if (option.value === undefined) {
      if (token.value !== undefined) throw new UsageError(`--${token.name} has no value.`)
      givenOptions.set(token.name, true)
    } else {
      if (!token.value || (!token.inlineValue && token.value.startsWith('-')))
        throw new UsageError(`--${token.name} needs a value: --${token.name} ${option.value}.`)
      givenOptions.set(token.name, token.value)
    }
  }
  const extraOperand = operands[allowedOperands?.most ?? 0]
  if (extraOperand !== undefined) throw new UsageError(`'${extraOperand}' is one argument too many.`)
  for (const option of Object.keys(options)) {
    if (givenOptions.has(option) || env[`npm_config_${option.replaceAll('-', '_')}`] === undefined) continue
    throw new UsageError(
      `npm read --${option} as its own option. Put -- before the options: npm run ${name} -- --${option}`,
    )
  }
  const optionValues = Object.fromEntries(
    Object.entries(options).map(([option, { value }]) => [
      option,
      givenOptions.get(option) ?? (value === undefined ? false : undefined),
    ]),
  )
  return { values: optionValues as CommandLine<Declaration>['values'], operands }
}

export function renderHelp({ name, about, operands, options, examples }: CommandDeclaration): string {
  const optionForms = Object.entries(options).map(
    ([option, { value }]) => `--${option}${value ? ` ${value}` : ''}`,
  )
  const optionTexts = Object.values(options).map(({ text }) => text)
  const width = Math.max(...optionForms.map((form) => form.length), '--help'.length)
  const lines = [...optionForms, '--help'].map(
    (form, n) => `  ${form.padEnd(width)}   ${optionTexts[n] ?? 'Prints this help and does nothing else.'}`,
  )
  const usageParts = ['npm run', name, '--', operands?.form, ...optionForms.map((form) => `[${form}]`)]
  const exampleLines = examples.map((example) => `  npm run ${name}${example && ` -- ${example}`}`)
  return [
    usageParts.filter(Boolean).join(' ').replace(/ --$/, ''),
    about,
    lines.join('\n'),
    `For example:\n${exampleLines.join('\n')}`,
  ].join('\n\n')
}
