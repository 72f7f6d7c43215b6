import { api } from '#lib/api/api.ts'
import type { PublicTerms } from '@tahanan/contract/settings/answers.ts'
import { getElement } from './static-form.ts'
import { setUpTextDialog } from './text-dialog.ts'

/** Enables the login button only while the check box is ticked (rules 1.14). */
export function setUpTerms(): void {
  const agreeCheckbox = getElement<HTMLInputElement>('terms-agreed')
  const updateLoginButton = (): void => {
    getElement<HTMLButtonElement>('login-submit').disabled = !agreeCheckbox.checked
    getElement('login-why').hidden = agreeCheckbox.checked
  }
  agreeCheckbox.addEventListener('change', updateLoginButton)
  // Called once at the start, because the browser may have restored the tick before this script runs.
  updateLoginButton()

  setUpTextDialog(
    'terms',
    async () => (await api.get<PublicTerms>('/public-terms-and-conditions')).value,
    'We could not load the terms. Please close this and try again.',
  )
  getElement('terms-agree').addEventListener('click', () => {
    agreeCheckbox.checked = true
    updateLoginButton()
    getElement<HTMLDialogElement>('terms').close()
  })
}
