import { api } from '#lib/api/api.ts'
import { getCurrentArea } from '#lib/api/session.ts'
import type { MessageAnswer } from '@tahanan/contract/answers.ts'
import { getElement, showFormError, setUpStaticForm, showFieldError, showStep } from './static-form.ts'

const getLoginInput = () => getElement<HTMLInputElement>('forgot-login')
const getTypedLogin = () => getLoginInput().value.trim()

export function setUpForgotForm(who: HTMLInputElement, missingMessage: string): void {
  getElement('forgot-open').addEventListener('click', () => {
    getLoginInput().value = who.value
    getLoginInput().inputMode = who.inputMode
    getLoginInput().autocapitalize = who.autocapitalize
    showAnswer(undefined)
    showStep('forgot')
    getLoginInput().focus()
  })
  getElement('forgot-back').addEventListener('click', () => {
    showStep('password')
    who.focus()
  })
  setUpStaticForm('forgot', {
    doing: 'Sending…',
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

function showAnswer(answer: string | undefined): void {
  getElement('forgot-form').hidden = answer !== undefined
  getElement('forgot-said').textContent =
    answer ?? 'We send a link to your registered e-mail. With it you choose a new password.'
  showFormError('forgot-failure', undefined)
  showFieldError(getLoginInput(), undefined)
}
