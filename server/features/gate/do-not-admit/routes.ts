import { Type } from 'typebox'
import type { Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createIdempotently } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { SuccessAnswer } from '@tahanan/contract/answers.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { BarredPerson } from '@tahanan/contract/gate/answers.ts'
import { barredPersonForm } from '@tahanan/contract/gate/forms.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import {
  deleteBarredPerson,
  findBarredPerson,
  listBarredPeople,
  lockBarredPerson,
  upsertBarredPerson,
  type BarredFields,
  type BarredRow,
} from './repository.ts'

const config = { policy: allowAdmins(['gate', 'devices']) }

/**
 * Registers the calls for the do-not-admit list. Only the office sees the list with its reasons (rules
 * 24.32).
 */
export function doNotAdmitRoutes(app: PortalApp, services: PlatformContext): void {
  const timeZone = services.config.communityTimeZone

  app.get('/do-not-admit', {
    config: { policy: allowAdmins(['gate', 'devices'], ['gate', 'log']) },
    schema: {
      summary: 'The do-not-admit list, newest first',
      response: { 200: Type.Object({ data: Type.Array(BarredPerson) }) },
    },
    handler: async () => ({ data: await listBarredPeople(services.db) }),
  })

  app.post('/do-not-admit', {
    config: { ...config, repeatable: true, documentedBody: toFormSchema(barredPersonForm, 'create') },
    schema: { summary: 'Add a name or a plate', body: AnyBody, response: { 201: BarredPerson } },
    handler: async (request, reply) => {
      const prepareBarredPerson = () => async (tx: Tx) => {
        const savedEntry = await saveBarredPerson(tx, request.body, { timeZone })
        return { id: savedEntry.id, record: savedEntry }
      }
      const row = await createIdempotently(services, request, prepareBarredPerson, async (db, id) =>
        requireFound(await findBarredPerson(db, id)),
      )
      return reply.code(201).send(row)
    },
  })

  app.put('/do-not-admit/:id', {
    config: { ...config, documentedBody: toFormSchema(barredPersonForm, 'update') },
    schema: { summary: 'Change an entry', params: IdParams, body: AnyBody, response: { 200: BarredPerson } },
    handler: async ({ params: { id }, body }) =>
      runInTransaction(services, (tx) => saveBarredPerson(tx, body, { id, timeZone })),
  })

  app.delete('/do-not-admit/:id', {
    config,
    schema: { summary: 'Delete an entry', params: IdParams, response: { 200: SuccessAnswer } },
    handler: async ({ params }) => {
      await runInTransaction(services, async (tx) => {
        requireFound(await deleteBarredPerson(tx, params.id))
        await publishEvent(tx, 'gate', {})
      })
      return { success: true }
    },
  })
}

async function saveBarredPerson(
  tx: Tx,
  body: Details,
  { id, timeZone }: { readonly id?: number; readonly timeZone: string },
): Promise<BarredRow> {
  const storedEntry = id === undefined ? undefined : requireFound(await lockBarredPerson(tx, id))
  const storedFields = storedEntry && toBarredFields({ ...storedEntry })
  const parseOptions = storedFields
    ? ({ action: 'update', storedValues: { ...storedFields } } as const)
    : ({ action: 'create' } as const)
  const { values, updatedAt } = parseFormBody(barredPersonForm, body, { ...parseOptions, timeZone })
  if (storedEntry) requireNotOutdated(updatedAt, storedEntry.updated_at)
  const savedRow = await upsertBarredPerson(tx, toBarredFields({ ...storedFields, ...values }), id)
  await publishEvent(tx, 'gate', {})
  return savedRow
}

const toBarredFields = ({ name, plate, reason, endsOn }: Details): BarredFields => ({
  name: String(name ?? ''),
  plate: String(plate ?? ''),
  reason: String(reason),
  endsOn: endsOn ? String(endsOn) : null,
})
