import { Phone } from 'lucide-react'
import { promptForFields } from '#ui/decisions/prompt-for-fields.tsx'
import { officeApproverForm } from '@tahanan/contract/gate/walk-in-form.ts'
import { gateState, useGateState } from '../store/gate-state.ts'

/**
 * Asks for the name of the person at the office who allows the entry. `inputKey` identifies the people at the
 * gate: a typed name is offered again only for them, if the entry could not be sent.
 */
export async function promptForOfficeApproval(
  cancelText: string,
  inputKey: string,
): Promise<string | undefined> {
  const phone = gateState.get().counts?.officePhone
  const approverFields = await promptForFields(officeApproverForm, {
    title: 'Ask the office',
    okText: 'Record approval',
    cancelText,
    inputKey,
    name: phone ? <OfficePhone /> : 'Call the office before you let anybody in.',
  })
  return approverFields?.officeYes as string | undefined
}

export function OfficePhone() {
  const phone = useGateState().counts?.officePhone
  if (!phone) return null
  return (
    <a className="btn default" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
      <Phone />
      Office {phone}
    </a>
  )
}
