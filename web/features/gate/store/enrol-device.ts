import { api, ApiError } from '#lib/api/api.ts'
import { enrolGateDevice } from '#lib/api/gate-device.ts'
import { promptForFields } from '#ui/decisions/prompt-for-fields.tsx'
import { text } from '@tahanan/contract/forms/fields.ts'
import type { DeviceEnrolment } from '@tahanan/contract/gate/answers.ts'

const ENROLMENT_CODE_FORM = {
  fields: { code: text({ label: 'Code of the office', required: 'Please input the code!' }) },
}

/** Throws the server's rejection as an error of the code field, so that the user can correct the code. */
function throwAsCodeError(failure: unknown): never {
  if (!(failure instanceof ApiError) || failure.isUnanswered) throw failure
  throw new ApiError(failure.status, failure.message, { ...failure, errors: { code: [failure.message] } })
}

/**
 * Enrols this browser, with its current session, as a device of the gate. The user types a code from the
 * office (rules 24.43).
 */
export async function enrolDevice(): Promise<void> {
  let deviceSecret: string | undefined
  await promptForFields(
    ENROLMENT_CODE_FORM,
    {
      title: 'Do you want to enrol this device?',
      okText: 'Enrol',
      name: 'The office makes a code for each device of the gate.',
      warning:
        'From then on this browser opens only the gate page, for every administrator who logs in here. It keeps the passes of today and tomorrow, so that it works without a connection. Do not enrol a computer that the office uses for other work.',
    },
    async (requestBody) => {
      deviceSecret = (await api.post<DeviceEnrolment>('/gate-enrolment', requestBody).catch(throwAsCodeError))
        .secret
    },
  )
  if (deviceSecret === undefined) return
  enrolGateDevice(deviceSecret)
  location.reload()
}
