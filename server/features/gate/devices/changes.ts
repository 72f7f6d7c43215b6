import { createCode } from '#features/passes/changes.ts'
import { endSessionsOfDevices, enrolDevice } from '#features/sessions/enrol-device.ts'
import { tryGateCode } from '#features/sessions/login-attempt.ts'
import { hashToken } from '#features/sessions/sessions.ts'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { onUniqueViolation } from '#platform/db/on-unique-violation.ts'
import { createInvalidInputError, createNotFoundError, PortalError, requireFound } from '#platform/errors.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import { runInTransaction, type TransactionContext } from '#platform/platform-context.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { DeviceEnrolment } from '@tahanan/contract/gate/answers.ts'
import { gateForm } from '@tahanan/contract/gate/forms.ts'
import { DIRECTIONS } from '@tahanan/contract/gate/judge-pass.ts'
import { normalizeCode } from '@tahanan/contract/gate/labels-and-codes.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import {
  deleteGate,
  endDevices,
  insertDevice,
  insertGate,
  lockGate,
  updateCode,
  updateGate,
  type GateFields,
  type GateRow,
} from './repository.ts'

const createGateNameTakenError = () =>
  createInvalidInputError({ name: ['There is a gate of this name already.'] })

function toGateFields({ name, direction }: Details): GateFields {
  return {
    name: String(name),
    direction: DIRECTIONS.find((knownDirection) => knownDirection === direction) ?? 'both',
  }
}

/** Adds a gate. Throws 400 for invalid fields and for a name that another gate has. */
export async function addGate(tx: Tx, body: Details, timeZone: string): Promise<GateRow> {
  const { values } = parseFormBody(gateForm, body, { action: 'create', timeZone })
  const gate = await insertGate(tx, toGateFields(values))
  if (!gate) throw createGateNameTakenError()
  return gate
}

/**
 * Changes a gate. Throws 404, 409 if the caller saw an outdated version, and 400 for invalid fields or a name
 * that another gate has.
 */
export async function changeGate(tx: Tx, id: number, body: Details, timeZone: string): Promise<GateRow> {
  const { updated_at, ...gate } = requireFound(await lockGate(tx, id))
  const storedFields = toGateFields(gate)
  const { values, updatedAt } = parseFormBody(gateForm, body, {
    action: 'update',
    timeZone,
    storedValues: { ...storedFields },
  })
  requireNotOutdated(updatedAt, updated_at)
  return updateGate(tx, id, toGateFields({ ...storedFields, ...values })).catch(
    onUniqueViolation('gates_name', createGateNameTakenError),
  )
}

/** Deletes a gate, and ends (revokes) its devices and their sessions (rules 24.29). Throws 404. */
export async function removeGate(tx: Tx, id: number): Promise<void> {
  requireFound(await lockGate(tx, id))
  await deleteGate(tx, id)
  await endSessionsOfDevices(tx, await endDevices(tx, { gate_id: id }))
}

/**
 * Adds a device to a gate. Returns the code with which a browser becomes this device (rules 24.25). Throws
 * 400 for an unknown gate.
 */
export async function addDevice(tx: Tx, { gateId, name }: { gateId: number; name: string }) {
  if (!(await lockGate(tx, gateId))) throw createInvalidInputError({ gateId: ['Please choose a gate!'] })
  const code = createCode()
  const { id, code_ends_at: endsAt } = await insertDevice(tx, {
    gate_id: gateId,
    name: toOneLine(name),
    code_hash: hashToken(code),
  })
  return { id, code, endsAt: requireFound(endsAt) }
}

/**
 * Creates a new enrolment code for a device. A repeated call creates another code, because only the hash of
 * the first code is stored. Throws 404 if the device is already enrolled or ended.
 */
export async function renewCode(db: DbOrTx, id: number) {
  const code = createCode()
  const { code_ends_at: endsAt } = requireFound(await updateCode(db, id, hashToken(code)))
  return { id, code, endsAt: requireFound(endsAt) }
}

/** Ends (revokes) a device and its sessions (rules 24.27). Throws 404 if the device has ended already. */
export async function endDevice(tx: Tx, id: number): Promise<void> {
  const endedDevices = await endDevices(tx, { id })
  if (endedDevices.length === 0) throw createNotFoundError()
  await endSessionsOfDevices(tx, endedDevices)
}

/**
 * Enrols the caller's browser as a gate device: its session becomes a session of the gate (rules 24.26).
 * Throws 403 for a code that is wrong, used or expired, and 429 after too many such codes.
 */
export function enrolWithCode(
  services: TransactionContext,
  actor: Actor,
  { code, address }: { readonly code: string; readonly address: string },
): Promise<DeviceEnrolment> {
  return tryGateCode(services.db, { id: actor.id, address }, async (attempt) => {
    const enrolledDevice = await runInTransaction(services, (tx) =>
      enrolDevice(tx, actor, normalizeCode(code)),
    )
    if (!enrolledDevice) throw new PortalError('wrongGateCode')
    await attempt.markAsSucceeded()
    return enrolledDevice
  })
}
