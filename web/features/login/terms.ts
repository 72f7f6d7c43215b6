import { api } from '#lib/api/api.ts'
import type { PublicTerms } from '@tahanan/contract/settings/answers.ts'
import { element } from './static-form.ts'

/** The check box that enables the login button, and the dialog of the terms (rules 1.14). */
export function listenToTerms(): void {
  const agreed = element<HTMLInputElement>('terms-agreed')
  const dialog = element<HTMLDialogElement>('terms')
  const follow = (): void => {
    element<HTMLButtonElement>('login-submit').disabled = !agreed.checked
    element('login-why').hidden = agreed.checked
  }
  agreed.addEventListener('change', follow)
  // A browser may restore the tick before this script runs.
  follow()

  const open = element<HTMLButtonElement>('terms-open')
  open.addEventListener('click', () => {
    dialog.showModal()
    void showTerms()
  })
  open.disabled = false
  element('terms-close').addEventListener('click', () => dialog.close())
  element('terms-agree').addEventListener('click', () => {
    agreed.checked = true
    follow()
    dialog.close()
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
}

let shown = false

async function showTerms(): Promise<void> {
  if (shown) return
  const text = element('terms-text')
  const wait = document.createElement('p')
  wait.className = 'muted'
  wait.textContent = 'Loading…'
  text.replaceChildren(wait)
  try {
    const [{ value }, { richTextNodes }] = await Promise.all([
      api.get<PublicTerms>('/public-terms-and-conditions'),
      import('#ui/rich-text/rich-text-nodes.ts'),
    ])
    text.replaceChildren(richTextNodes(value))
    shown = true
  } catch {
    wait.textContent = 'We could not load the terms. Please close this and try again.'
  }
}
