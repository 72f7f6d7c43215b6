import { invalidInput } from '#platform/errors.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import {
  getDefaultChoice,
  isMailFixed,
  listNewsKinds,
  type NewsArea,
  type NewsChoice,
  type NewsChoices,
} from '@tahanan/contract/notifications/kinds.ts'

export interface Reader {
  readonly area: NewsArea
  readonly id: number
}

export function completeChoices(area: NewsArea, chosen: NewsChoices): NewsChoices {
  return Object.fromEntries(
    listNewsKinds(area).map((kind) => [kind, chosen[kind] ?? getDefaultChoice(area, kind)]),
  )
}

/** Throws 400 for kinds that do not exist in the area, and for mails that cannot be turned off. */
export function parseChoices(area: NewsArea, given: NewsChoices): NewsChoices {
  const errors: FieldErrors = {}
  const kinds = listNewsKinds(area)
  for (const kind of Object.keys(given))
    if (!kinds.some((known) => known === kind)) errors[`choices.${kind}`] = ['There is no such kind of news.']
  for (const kind of kinds)
    if (given[kind]?.mail === 'off' && isMailFixed(area, kind))
      errors[`choices.${kind}.mail`] = ['This mail cannot be turned off.']
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return area === 'client' ? given : mapChoices(given, (choice) => ({ ...choice, push: false }))
}

export function splitChoices(area: NewsArea, given: NewsChoices) {
  const kinds = listNewsKinds(area).filter((kind) => given[kind])
  const isDefault = (kind: (typeof kinds)[number]): boolean => {
    const defaultChoice = getDefaultChoice(area, kind)
    return given[kind]?.mail === defaultChoice.mail && given[kind].push === defaultChoice.push
  }
  const stored = kinds.filter((kind) => !isDefault(kind))
  return {
    stored: Object.fromEntries(stored.map((kind) => [kind, given[kind]])) as NewsChoices,
    atFirst: kinds.filter(isDefault),
  }
}

const mapChoices = (given: NewsChoices, map: (choice: NewsChoice) => NewsChoice): NewsChoices =>
  Object.fromEntries(Object.entries(given).map(([kind, choice]) => [kind, map(choice)]))
