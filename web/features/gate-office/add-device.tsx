import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { showTime } from '#lib/time.ts'
import { askFields } from '#ui/decisions/ask-fields.tsx'
import { inform } from '#ui/overlays/dialogs.ts'
import { choice, text } from '@tahanan/contract/forms/fields.ts'
import type { Gate, NewGateDevice } from '@tahanan/contract/gate/answers.ts'
import { DEVICE_CODE_MINUTES, spacedCode } from '@tahanan/contract/gate/words.ts'
import { DEVICES } from './calls.ts'

const formOf = (gates: readonly Gate[]) => ({
  fields: {
    name: text({ label: 'Name', max: 60, required: 'Please input a name!', hint: 'Such as Tablet 1.' }),
    gateId: choice(
      gates.map(({ id, name }) => ({ value: id, label: name })),
      { label: 'Gate', look: 'select', initial: gates[0]?.id, required: 'Please choose a gate!' },
    ),
  },
})

/** Adds a device, and shows the code that enrols it. */
export async function addDevice(gates: readonly Gate[]): Promise<void> {
  let added: NewGateDevice | undefined
  await askFields(
    formOf(gates),
    { title: 'Add a device', okText: 'Make code', name: 'A phone, tablet or desk that stays at the gate.' },
    async (asked) => {
      added = await api.post<NewGateDevice>('/gate-device', asked)
    },
  )
  if (!added) return
  void queryClient.invalidateQueries({ queryKey: DEVICES })
  const { code, endsAt } = added
  await inform(
    'info',
    'Type this code on the device',
    <>
      <strong className="enrolment-code num">{spacedCode(code)}</strong>
      {`Log in there as a guard, open Gate, and choose 'Enrol this device'. The code is good once, for ${DEVICE_CODE_MINUTES} minutes, until ${showTime(endsAt)}. It is not shown again.`}
    </>,
  )
  void queryClient.invalidateQueries({ queryKey: DEVICES })
}
