import { createInvalidInputError } from '#platform/errors.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import {
  getDefaultNotificationChoice,
  isMailMandatory,
  listNotificationKinds,
  type NotificationArea,
  type NotificationChoice,
  type NotificationChoices,
} from '@tahanan/contract/notifications/kinds.ts'

export interface Reader {
  readonly area: NotificationArea
  readonly id: number
}

export function completeChoices(
  area: NotificationArea,
  ownChoices: NotificationChoices,
): NotificationChoices {
  return Object.fromEntries(
    listNotificationKinds(area).map((kind) => [
      kind,
      ownChoices[kind] ?? getDefaultNotificationChoice(area, kind),
    ]),
  )
}

/**
 * Checks which notifications a person wants by mail and push. Throws 400 for kinds that do not exist in the
 * area (residents or office), and for turning off mails that everybody must get.
 */
export function parseChoices(area: NotificationArea, inputChoices: NotificationChoices): NotificationChoices {
  const errors: FieldErrors = {}
  const kinds = listNotificationKinds(area)
  for (const kind of Object.keys(inputChoices))
    if (!kinds.some((knownKind) => knownKind === kind))
      errors[`choices.${kind}`] = ['There is no such kind of notification.']
  for (const kind of kinds)
    if (inputChoices[kind]?.mail === 'off' && isMailMandatory(area, kind))
      errors[`choices.${kind}.mail`] = ['This mail cannot be turned off.']
  if (Object.keys(errors).length > 0) throw createInvalidInputError(errors)
  return area === 'client' ? inputChoices : mapChoices(inputChoices, (choice) => ({ ...choice, push: false }))
}

export function splitChoices(area: NotificationArea, inputChoices: NotificationChoices) {
  const chosenKinds = listNotificationKinds(area).filter((kind) => inputChoices[kind])
  const isDefault = (kind: (typeof chosenKinds)[number]): boolean => {
    const defaultChoice = getDefaultNotificationChoice(area, kind)
    return inputChoices[kind]?.mail === defaultChoice.mail && inputChoices[kind].push === defaultChoice.push
  }
  const storedKinds = chosenKinds.filter((kind) => !isDefault(kind))
  return {
    stored: Object.fromEntries(storedKinds.map((kind) => [kind, inputChoices[kind]])) as NotificationChoices,
    atFirst: chosenKinds.filter(isDefault),
  }
}

const mapChoices = (
  choices: NotificationChoices,
  map: (choice: NotificationChoice) => NotificationChoice,
): NotificationChoices =>
  Object.fromEntries(Object.entries(choices).map(([kind, choice]) => [kind, map(choice)]))
