import { Phone } from 'lucide-react'
import { promptForFields } from '#ui/decisions/prompt-for-fields.tsx'
import { officeYesForm } from '@tahanan/contract/gate/walk-in-form.ts'
import { gateState, useGate } from '../store/gate-state.ts'

export async function promptForOfficeYes(cancelText: string): Promise<string | undefined> {
  const phone = gateState.get().counts?.officePhone
  const answer = await promptForFields(officeYesForm, {
    title: 'Ask the office',
    okText: 'The office says yes',
    cancelText,
    name: phone ? <OfficePhone /> : 'Call the office before you let anybody in.',
  })
  return answer?.officeYes as string | undefined
}

export function OfficePhone() {
  const phone = useGate().counts?.officePhone
  if (!phone) return null
  return (
    <a className="btn default" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
      <Phone />
      Office {phone}
    </a>
  )
}
