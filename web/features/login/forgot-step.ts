import { api } from '#lib/api/api.ts'
import { getCurrentArea } from '#lib/api/session.ts'
import type { MessageAnswer } from '@tahanan/contract/answers.ts'
import { getElement, showFormError, setUpStaticForm, showFieldError, showStep } from './static-form.ts'

const getLoginInput = () => getElement<HTMLInputElement>('forgot-login')
const getTypedLogin = () => getLoginInput().value.trim()

export function setUpForgotForm(loginInput: HTMLInputElement, missingMessage: string): void {
  getElement('forgot-open').addEventListener('click', () => {
    getLoginInput().value = loginInput.value
    getLoginInput().inputMode = loginInput.inputMode
    getLoginInput().autocapitalize = loginInput.autocapitalize
    showAnswer(undefined)
    showStep('forgot')
    getLoginInput().focus()
  })
  getElement('forgot-back').addEventListener('click', () => {
    showStep('password')
    loginInput.focus()
  })
  setUpStaticForm('forgot', {
    busyText: 'Sending…',
    check: () => showFieldError(getLoginInput(), getTypedLogin() === '' ? missingMessage : undefined),
    send: async () => {
      showAnswer(
        (await api.post<MessageAnswer>(`/forgot-password/${getCurrentArea()}`, { login: getTypedLogin() }))
          .message,
      )
      getElement('forgot-back').focus()
    },
    onRefused: ({ errors, message }) => {
      showFieldError(getLoginInput(), errors.login?.[0])
      showFormError('forgot-failure', message)
    },
  })
}

function showAnswer(message: string | undefined): void {
  getElement('forgot-form').hidden = message !== undefined
  getElement('forgot-said').textContent =
    message ?? 'We send a link to your registered email. With it you choose a new password.'
  showFormError('forgot-failure', undefined)
  showFieldError(getLoginInput(), undefined)
}
