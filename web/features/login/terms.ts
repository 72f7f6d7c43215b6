import { api } from '#lib/api/api.ts'
import type { PublicTerms } from '@tahanan/contract/settings/answers.ts'
import { getElement } from './static-form.ts'
import { listenToTextDialog } from './text-dialog.ts'

/** Enables the login button only while the check box is ticked (rules 1.14). */
export function listenToTerms(): void {
  const agreed = getElement<HTMLInputElement>('terms-agreed')
  const follow = (): void => {
    getElement<HTMLButtonElement>('login-submit').disabled = !agreed.checked
    getElement('login-why').hidden = agreed.checked
  }
  agreed.addEventListener('change', follow)
  // Called once at the start, because the browser may have restored the tick before this script runs.
  follow()

  listenToTextDialog(
    'terms',
    async () => (await api.get<PublicTerms>('/public-terms-and-conditions')).value,
    'We could not load the terms. Please close this and try again.',
  )
  getElement('terms-agree').addEventListener('click', () => {
    agreed.checked = true
    follow()
    getElement<HTMLDialogElement>('terms').close()
  })
}
