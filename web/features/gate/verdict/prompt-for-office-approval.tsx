import { Phone } from 'lucide-react'
import { promptForFields } from '#ui/decisions/prompt-for-fields.tsx'
import { officeApproverForm } from '@tahanan/contract/gate/walk-in-form.ts'
import { gateState, useGateState } from '../store/gate-state.ts'

export async function promptForOfficeApproval(cancelText: string): Promise<string | undefined> {
  const phone = gateState.get().counts?.officePhone
  const approverFields = await promptForFields(officeApproverForm, {
    title: 'Ask the office',
    okText: 'The office says yes',
    cancelText,
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
