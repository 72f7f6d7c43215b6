import type { AdminOverrides } from '#testing/accounts.ts'
import { createCaller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import type { DeviceEnrolment, Gate, GateDeviceCode } from '@tahanan/contract/gate/answers.ts'

let nameCount = 0

export async function openGates(portal: TestPortal) {
  const officeAdmin = await portal.as('admin', { roles: { gate: ['devices', 'log'] } })
  const makeGate = async () =>
    (await officeAdmin.post<Gate>('/gate', { name: `Gate ${(nameCount += 1)}`, direction: 'both' })).body
  const makeDevice = async (gateId: number) =>
    (await officeAdmin.post<GateDeviceCode>('/gate-device', { gateId, name: `Tablet ${(nameCount += 1)}` }))
      .body

  async function enrolGuard(overrides: AdminOverrides = { roles: { gate: ['view', 'scan', 'register'] } }) {
    const gate = await makeGate()
    const device = await makeDevice(gate.id)
    const guard = await portal.as('admin', overrides)
    const { body } = await guard.post<DeviceEnrolment>('/gate-enrolment', { code: device.code })
    return { gate, device, guard, secret: body.secret }
  }

  const logInAt = (email: string, password: string, secret: string) =>
    createCaller(portal.app, undefined, { headers: { 'x-gate-device': secret } }).post<
      Record<string, unknown>
    >('/login/admin', { email, password })
  return { office: officeAdmin, makeGate, makeDevice, enrolGuard, logInAt }
}
