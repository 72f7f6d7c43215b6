import { Type } from 'typebox'
import type { Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createOnce } from '#platform/http/create-once.ts'
import { AnyBody, toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { adminsWith } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { requireCurrent } from '#platform/last-seen.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { change, type Services } from '#platform/services.ts'
import { Success } from '@tahanan/contract/answers.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { Barred } from '@tahanan/contract/gate/answers.ts'
import { barredForm } from '@tahanan/contract/gate/forms.ts'
import { IdParams } from '@tahanan/contract/requests.ts'
import {
  deleteBarred,
  findBarred,
  listBarred,
  lockBarred,
  writeBarred,
  type BarredFields,
  type BarredRow,
} from './repository.ts'

const config = { policy: adminsWith(['gate', 'devices']) }

/** Routes of the do-not-admit list. Only the office sees the list with its reasons (rules 24.32). */
export function doNotAdmitRoutes(app: PortalApp, services: Services): void {
  const timeZone = services.config.communityTimeZone

  app.get('/do-not-admit', {
    config: { policy: adminsWith(['gate', 'devices'], ['gate', 'log']) },
    schema: {
      summary: 'The do-not-admit list, newest first',
      response: { 200: Type.Object({ data: Type.Array(Barred) }) },
    },
    handler: async () => ({ data: await listBarred(services.db) }),
  })

  app.post('/do-not-admit', {
    config: { ...config, repeatable: true, documentedBody: toFormSchema(barredForm, 'create') },
    schema: { summary: 'Add a name or a plate', body: AnyBody, response: { 201: Barred } },
    handler: async (request, reply) => {
      const prepare = () => async (tx: Tx) => {
        const record = await saveBarred(tx, request.body, { timeZone })
        return { id: record.id, record }
      }
      const row = await createOnce(services, request, prepare, async (db, id) =>
        requireFound(await findBarred(db, id)),
      )
      return reply.code(201).send(row)
    },
  })

  app.put('/do-not-admit/:id', {
    config: { ...config, documentedBody: toFormSchema(barredForm, 'update') },
    schema: { summary: 'Change an entry', params: IdParams, body: AnyBody, response: { 200: Barred } },
    handler: async ({ params: { id }, body }) =>
      change(services, (tx) => saveBarred(tx, body, { id, timeZone })),
  })

  app.delete('/do-not-admit/:id', {
    config,
    schema: { summary: 'Delete an entry', params: IdParams, response: { 200: Success } },
    handler: async ({ params }) => {
      await change(services, async (tx) => {
        requireFound(await deleteBarred(tx, params.id))
        await publishEvent(tx, 'gate', {})
      })
      return { success: true }
    },
  })
}

async function saveBarred(
  tx: Tx,
  body: Details,
  { id, timeZone }: { readonly id?: number; readonly timeZone: string },
): Promise<BarredRow> {
  const before = id === undefined ? undefined : requireFound(await lockBarred(tx, id))
  const stored = before && toBarredFields({ ...before })
  const read = stored
    ? ({ action: 'update', stored: { ...stored } } as const)
    : ({ action: 'create' } as const)
  const { values, updatedAt } = parseFormBody(barredForm, body, { ...read, timeZone })
  if (before) requireCurrent(updatedAt, before.updated_at)
  const saved = await writeBarred(tx, toBarredFields({ ...stored, ...values }), id)
  await publishEvent(tx, 'gate', {})
  return saved
}

const toBarredFields = ({ name, plate, reason, endsOn }: Details): BarredFields => ({
  name: String(name ?? ''),
  plate: String(plate ?? ''),
  reason: String(reason),
  endsOn: endsOn ? String(endsOn) : null,
})
