import { Type } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { DeliveryChoices, OwnDeliverySettings } from '@tahanan/contract/deliveries/answers.ts'
import { parseChoices, type Reader } from './parse-choices.ts'
import { findMailAddress, findChoices, saveChoices } from './repository.ts'

const config = { policy: { areas: ['client', 'admin'] } } as const
const response = { 200: OwnDeliverySettings }

export function deliveryChoiceRoutes(app: PortalApp, services: PlatformContext): void {
  const findOwnDeliveries = async (reader: Reader) => ({
    ...(await findChoices(services.db, reader)),
    ...(await findMailAddress(services.db, reader)),
    sendsMail: services.mailer.sendsBySmtp,
  })

  app.get('/delivery-choices', {
    config,
    schema: { summary: 'Own choices of news by mail and on phones', response },
    handler: ({ actor }) => findOwnDeliveries(toReader(actor)),
  })

  app.put('/delivery-choices', {
    config,
    schema: {
      summary: 'Change own choices of news',
      description: 'What is not named stays as it is. Administrators get no push messages.',
      body: Type.Partial(DeliveryChoices),
      response,
    },
    handler: async ({ actor, body }) => {
      const reader = toReader(actor)
      const { choices, ...rest } = body
      const changedChoices = { ...rest, ...(choices && { choices: parseChoices(reader.area, choices) }) }
      await saveChoices(services.db, reader, changedChoices)
      return findOwnDeliveries(reader)
    },
  })
}

const toReader = ({ area, id }: Actor): Reader => ({ area: area === 'client' ? 'client' : 'admin', id })
