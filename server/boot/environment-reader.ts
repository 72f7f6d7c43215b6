import { resolve } from 'node:path'
import proxyAddr from '@fastify/proxy-addr'
import leven from 'leven'

/**
 * Reads environment variables. Collects all problems instead of throwing at the first one, so that the
 * operator sees all of them at once.
 */
export class EnvironmentReader {
  readonly problems: string[] = []
  readonly #env: NodeJS.ProcessEnv
  readonly #settings = new Set<string>()

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /**
   * Returns the trimmed text of a variable. Returns undefined if it is empty, because compose files and CI
   * systems write unset variables as empty.
   */
  getText(name: string): string | undefined {
    this.#settings.add(name)
    const value = this.#env[name]?.trim()
    return value === '' ? undefined : value
  }

  getPath(name: string): string | undefined {
    const path = this.getText(name)
    return path === undefined ? undefined : resolve(path)
  }

  getWholeNumber(name: string, defaultValue: number, minimum: number, maximum: number): number {
    const value = this.getText(name)
    if (value === undefined) return defaultValue
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= minimum && number <= maximum) return number
    return this.#refuse(
      name,
      `must be a whole number from ${minimum} to ${maximum}, not '${value}'`,
      defaultValue,
    )
  }

  getChoice<Value extends string>(name: string, values: readonly Value[], defaultValue: Value): Value {
    const value = this.getText(name)
    if (value === undefined) return defaultValue
    const matchingValue = values.find((candidate) => candidate === value)
    return (
      matchingValue ?? this.#refuse(name, `must be one of ${values.join(', ')}, not '${value}'`, defaultValue)
    )
  }

  getFlag(name: string, defaultValue: boolean): boolean {
    const value = this.getChoice(name, ['true', 'false', '1', '0'], defaultValue ? 'true' : 'false')
    return value === 'true' || value === '1'
  }

  /**
   * Returns the URL in a variable. Only these protocols are allowed. Error messages do not contain the URL,
   * because it may contain a password.
   */
  getUrl(name: string, protocols: readonly string[]): string | undefined {
    const value = this.getText(name)
    if (value === undefined) return undefined
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
    return this.#refuse(
      name,
      `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
      undefined,
    )
  }

  getTimeZone(name: string, defaultValue: string): string {
    const value = this.getText(name) ?? defaultValue
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value
    } catch {
      return this.#refuse(name, `must be a time zone such as ${defaultValue}, not '${value}'`, defaultValue)
    }
  }

  /** Returns a secret of at least this length. Error messages do not contain it. */
  getSecret(name: string, minLength: number): string | undefined {
    const value = this.getText(name)
    if (value === undefined || value.length >= minLength) return value
    return this.#refuse(name, `must have at least ${minLength} characters`, undefined)
  }

  /**
   * Returns which proxies may report a caller's IP address in `X-Forwarded-For`: their number or their
   * addresses. Refuses `true` (trust all), because then any caller could choose the address that the rate
   * limits count.
   */
  getTrustedProxies(name: string): false | number | string[] {
    const value = this.getText(name)
    if (value === undefined || value === 'false' || value === '0') return false
    if (/^[1-9]$/.test(value)) return Number(value)
    const proxyAddresses = value.split(',').map((address) => address.trim())
    try {
      proxyAddr.compile(proxyAddresses)
      return proxyAddresses
    } catch {
      const problem = `must be the number of proxies before the portal (1 to 9) or their addresses, not '${value}'`
      return this.#refuse(name, problem, false)
    }
  }

  requireTogether(names: readonly string[]): void {
    const missingNames = names.filter((name) => this.getText(name) === undefined)
    if (missingNames.length === 0 || missingNames.length === names.length) return
    this.problems.push(
      `${missingNames.join(', ')} must be set as well: ${names.join(' and ')} belong together`,
    )
  }

  /**
   * Returns a message for each unused variable that is probably a misspelt setting: its name is almost that
   * of a setting, or it starts with the same word, such as `BACKUP_TIME`. Must be called after all settings
   * were read.
   */
  explainUnknownSettings(): string[] {
    const settingFamilies = new Set([...this.#settings].map(getFamily))
    return Object.keys(this.#env)
      .filter((name) => this.#env[name]?.trim() && !this.#settings.has(name))
      .toSorted()
      .flatMap((name) => {
        const likelySetting =
          name.length < MIN_NAME_LENGTH
            ? undefined
            : [...this.#settings].find((setting) => leven(setting, name) <= MAX_WRONG_LETTERS)
        if (likelySetting !== undefined)
          return [`${name} is no setting and is not used. Is ${likelySetting} meant?`]
        const settingFamily = getFamily(name)
        return settingFamily !== undefined && settingFamilies.has(settingFamily)
          ? [`${name} is no setting and is not used.`]
          : []
      })
  }

  #refuse<Value>(name: string, problem: string, fallback: Value): Value {
    this.problems.push(`${name} ${problem}`)
    return fallback
  }
}

/**
 * Variables with shorter names are not checked for misspellings, because they more likely belong to other
 * programs.
 */
const MIN_NAME_LENGTH = 6
const MAX_WRONG_LETTERS = 2

/**
 * Returns the first word of a name, such as `BACKUP` of `BACKUP_TIME`. Returns undefined for a name of one
 * word and for Node's own variables.
 */
const getFamily = (name: string): string | undefined => /^(?!NODE_)[A-Z0-9]+(?=_)/.exec(name)?.[0]
