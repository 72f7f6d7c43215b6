import { api } from '#lib/api/api.ts'
import type { PublicTerms } from '@tahanan/contract/settings/answers.ts'
import { getElement } from './static-form.ts'
import { listenToTextDialog } from './text-dialog.ts'

/** The check box enables the login button (rules 1.14). */
export function listenToTerms(): void {
  const agreed = getElement<HTMLInputElement>('terms-agreed')
  const follow = (): void => {
    getElement<HTMLButtonElement>('login-submit').disabled = !agreed.checked
    getElement('login-why').hidden = agreed.checked
  }
  agreed.addEventListener('change', follow)
  // A browser may restore the tick before this script runs.
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
