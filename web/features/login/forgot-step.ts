import { api } from '#lib/api/api.ts'
import { currentArea } from '#lib/api/session.ts'
import type { Done } from '@tahanan/contract/answers.ts'
import { element, fail, onSubmit, sayAt, showStep } from './static-form.ts'

const login = () => element<HTMLInputElement>('forgot-login')
const typed = () => login().value.trim()

/** Makes 'Forgot password?' work; `who` is the field of the login whose value need not be typed again. */
export function listenToForgot(who: HTMLInputElement, missing: string): void {
  element('forgot-open').addEventListener('click', () => {
    login().value = who.value
    login().inputMode = who.inputMode
    login().autocapitalize = who.autocapitalize
    say(undefined)
    showStep('forgot')
    login().focus()
  })
  element('forgot-back').addEventListener('click', () => {
    showStep('password')
    who.focus()
  })
  onSubmit('forgot', {
    doing: 'Sending…',
    check: () => sayAt(login(), typed() === '' ? missing : undefined),
    send: async () => {
      say((await api.post<Done>(`/forgot-password/${currentArea()}`, { login: typed() })).message)
      element('forgot-back').focus()
    },
    refused: ({ errors, message }) => {
      sayAt(login(), errors.login?.[0])
      fail('forgot-failure', message)
    },
  })
}

/** Shows the portal's answer in place of the form, or the form. */
function say(answer: string | undefined): void {
  element('forgot-form').hidden = answer !== undefined
  element('forgot-said').textContent =
    answer ?? 'We send a link to your registered e-mail. With it you choose a new password.'
  fail('forgot-failure', undefined)
  sayAt(login(), undefined)
}
