import { api } from '#lib/api/api.ts'
import { getCurrentArea } from '#lib/api/session.ts'
import type { Done } from '@tahanan/contract/answers.ts'
import { getElement, showFormError, onSubmit, showFieldError, showStep } from './static-form.ts'

const login = () => getElement<HTMLInputElement>('forgot-login')
const getTyped = () => login().value.trim()

export function listenToForgot(who: HTMLInputElement, missing: string): void {
  getElement('forgot-open').addEventListener('click', () => {
    login().value = who.value
    login().inputMode = who.inputMode
    login().autocapitalize = who.autocapitalize
    showAnswer(undefined)
    showStep('forgot')
    login().focus()
  })
  getElement('forgot-back').addEventListener('click', () => {
    showStep('password')
    who.focus()
  })
  onSubmit('forgot', {
    doing: 'Sending…',
    check: () => showFieldError(login(), getTyped() === '' ? missing : undefined),
    send: async () => {
      showAnswer(
        (await api.post<Done>(`/forgot-password/${getCurrentArea()}`, { login: getTyped() })).message,
      )
      getElement('forgot-back').focus()
    },
    onRefused: ({ errors, message }) => {
      showFieldError(login(), errors.login?.[0])
      showFormError('forgot-failure', message)
    },
  })
}

function showAnswer(answer: string | undefined): void {
  getElement('forgot-form').hidden = answer !== undefined
  getElement('forgot-said').textContent =
    answer ?? 'We send a link to your registered e-mail. With it you choose a new password.'
  showFormError('forgot-failure', undefined)
  showFieldError(login(), undefined)
}
