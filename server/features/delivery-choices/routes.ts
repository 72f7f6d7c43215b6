import { Type } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import type { Services } from '#platform/services.ts'
import { DeliveryChoices, OwnDeliveries } from '@tahanan/contract/deliveries/answers.ts'
import { parseChoices, type Reader } from './parse-choices.ts'
import { findAddress, findChoices, saveChoices } from './repository.ts'

const config = { policy: { areas: ['client', 'admin'] } } as const
const response = { 200: OwnDeliveries }

export function deliveryChoiceRoutes(app: PortalApp, services: Services): void {
  const readOwn = async (reader: Reader) => ({
    ...(await findChoices(services.db, reader)),
    ...(await findAddress(services.db, reader)),
    sendsMail: services.mailer.sendsBySmtp,
  })

  app.get('/delivery-choices', {
    config,
    schema: { summary: 'Own choices of news by mail and on phones', response },
    handler: ({ actor }) => readOwn(toReader(actor)),
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
      const chosen = { ...rest, ...(choices && { choices: parseChoices(reader.area, choices) }) }
      await saveChoices(services.db, reader, chosen)
      return readOwn(reader)
    },
  })
}

const toReader = ({ area, id }: Actor): Reader => ({ area: area === 'client' ? 'client' : 'admin', id })
