import { formatTime } from '#lib/time.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { formTitle } from '#ui/forms/form-title.ts'
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

/** Form of a new device, which then shows the code that enrols it. */
export function AddDevice({ gates, onClose }: { gates: readonly Gate[]; onClose: () => void }) {
  return (
    <FormSheet
      declared={formOf(gates)}
      title={formTitle('ADD', 'device')}
      path="/gate-device"
      noun="Device"
      stale={[DEVICES]}
      onClose={onClose}
      onSaved={(saved) => void showCode(saved as NewGateDevice)}
    />
  )
}

const showCode = ({ code, endsAt }: NewGateDevice): Promise<void> =>
  inform(
    'info',
    'Type this code on the device',
    <>
      <strong className="enrolment-code num">{spacedCode(code)}</strong>
      {`Log in there as a guard, open Gate, and choose 'Enrol this device'. The code is good once, for ${DEVICE_CODE_MINUTES} minutes, until ${formatTime(endsAt)}. It is not shown again.`}
    </>,
  )
