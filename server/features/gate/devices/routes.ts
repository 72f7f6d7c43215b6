import { Type, type Static } from 'typebox'
import type { Tx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { createIdempotently } from '#platform/http/create-idempotently.ts'
import { AnyBody, toFormSchema } from '#platform/http/form-body.ts'
import { allowAdmins } from '#platform/http/policy.ts'
import type { PortalApp } from '#platform/http/portal-app.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { Id, SuccessAnswer } from '@tahanan/contract/answers.ts'
import { DeviceEnrolment, Gate, GateDevice, GateDeviceCode } from '@tahanan/contract/gate/answers.ts'
import { gateForm } from '@tahanan/contract/gate/forms.ts'
import { IdParams, createRequiredText } from '@tahanan/contract/requests.ts'
import { addDevice, addGate, changeGate, endDevice, enrolWithCode, removeGate, renewCode } from './changes.ts'
import { findGate, listDevices, listGates, type DeviceRow } from './repository.ts'

const config = { policy: allowAdmins(['gate', 'devices']) }

export function gateDeviceRoutes(app: PortalApp, services: PlatformContext): void {
  const timeZone = services.config.communityTimeZone
  addGateRoutes(app, services, timeZone)

  app.get('/gate-devices', {
    config,
    schema: {
      summary: 'Devices of the gates, and those that ended last',
      response: { 200: Type.Object({ data: Type.Array(GateDevice) }) },
    },
    handler: async () => ({ data: (await listDevices(services.db)).map(presentDevice) }),
  })

  app.post('/gate-device', {
    config: { ...config, repeatable: true },
    schema: {
      summary: 'Add a device; answers the code that enrols it, once',
      body: Type.Object({
        gateId: Type.Unsafe<number>({ ...Id, 'x-message': 'Please choose a gate!' }),
        name: createRequiredText('Please input a name!', { maxLength: 60 }),
      }),
      response: { 201: GateDeviceCode },
    },
    handler: async (request, reply) => {
      const prepareDevice = () => async (tx: Tx) => {
        const record = await addDevice(tx, request.body)
        return { id: record.id, record }
      }
      return reply.code(201).send(await createIdempotently(services, request, prepareDevice, renewCode))
    },
  })

  app.delete('/gate-device/:id', {
    config,
    schema: { summary: 'End a device with its sessions', params: IdParams, response: { 200: SuccessAnswer } },
    handler: async ({ params }) => {
      await runInTransaction(services, (tx) => endDevice(tx, params.id))
      return { success: true }
    },
  })

  app.post('/gate-enrolment', {
    config: { policy: allowAdmins(['gate', 'scan']) },
    schema: {
      summary: 'Enrol this browser as a device of the gate',
      description:
        "The session becomes one of the gate: it opens the gate's calls alone, for at most 12 hours from its " +
        'login. The secret goes into `X-Gate-Device` of later logins.',
      body: Type.Object({ code: createRequiredText('Please input the code!', { maxLength: 20 }) }),
      response: { 200: DeviceEnrolment },
    },
    handler: ({ actor, body, ip }) => enrolWithCode(services, actor, { code: body.code, address: ip }),
  })
}

function addGateRoutes(app: PortalApp, services: PlatformContext, timeZone: string): void {
  app.get('/gates', {
    config: {
      policy: allowAdmins(['gate', 'view'], ['gate', 'log'], ['gate', 'devices']),
      allowsGateDevice: true,
    },
    schema: {
      summary: 'The gates, by name',
      response: { 200: Type.Object({ data: Type.Array(Gate) }) },
    },
    handler: async () => ({ data: await listGates(services.db) }),
  })

  app.post('/gate', {
    config: { ...config, repeatable: true, documentedBody: toFormSchema(gateForm, 'create') },
    schema: { summary: 'Add a gate', body: AnyBody, response: { 201: Gate } },
    handler: async (request, reply) => {
      const prepareGate = () => async (tx: Tx) => {
        const record = await addGate(tx, request.body, timeZone)
        return { id: record.id, record }
      }
      const row = await createIdempotently(services, request, prepareGate, async (db, id) =>
        requireFound(await findGate(db, id)),
      )
      return reply.code(201).send(row)
    },
  })

  app.put('/gate/:id', {
    config: { ...config, documentedBody: toFormSchema(gateForm, 'update') },
    schema: { summary: 'Change a gate', params: IdParams, body: AnyBody, response: { 200: Gate } },
    handler: async ({ params, body }) =>
      runInTransaction(services, (tx) => changeGate(tx, params.id, body, timeZone)),
  })

  app.delete('/gate/:id', {
    config,
    schema: {
      summary: 'Delete a gate and end its devices',
      params: IdParams,
      response: { 200: SuccessAnswer },
    },
    handler: async ({ params }) => {
      await runInTransaction(services, (tx) => removeGate(tx, params.id))
      return { success: true }
    },
  })
}

const presentDevice = (row: DeviceRow): Static<typeof GateDevice> => ({
  id: row.id,
  gateId: row.gate_id,
  name: row.name,
  enrolledAt: row.enrolled_at,
  seenAt: row.seen_at,
  endedAt: row.ended_at,
  codeEndsAt: row.code_ends_at,
})
