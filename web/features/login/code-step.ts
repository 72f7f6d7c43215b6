import { api } from '#lib/api/api.ts'
import { ERRORS } from '@tahanan/contract/errors.ts'
import type { Token } from '@tahanan/contract/sessions/answers.ts'
import { forgetEndedDevice } from './gate-login.ts'
import { getShownNotice } from './notice.ts'
import { watchMaintenance } from './settings.ts'
import { getElement, showFormError, onSubmit, showFieldError, showStep } from './static-form.ts'

const WAYS = {
  app: {
    label: 'Code',
    said: 'Please type the six digits that your authenticator app shows.',
    missing: 'Please input the code!',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    said: 'Please type one of the recovery codes that you kept. Each works once.',
    missing: 'Please input a recovery code!',
    other: 'Use the app',
  },
} as const

const getCodeInput = () => getElement<HTMLInputElement>('code')
const getTyped = () => getCodeInput().value.replaceAll(/\s/g, '')
let way: keyof typeof WAYS = 'app'
let challenge = ''

export function listenToCode(onToken: (token: string) => void): void {
  onSubmit('code', {
    doing: 'Checking…',
    check: () => showFieldError(getCodeInput(), getTyped() === '' ? WAYS[way].missing : undefined),
    send: async () => {
      const body = { challenge, code: getTyped(), ...getShownNotice() }
      onToken((await api.post<Token>('/login/second-factor', body)).token)
    },
    onRefused: (failure) => {
      const { status, message } = failure
      if (status === 503) void watchMaintenance()
      // The login must start again: the time for the code is over, or there were too many wrong codes.
      if (message === ERRORS.loginEnded[1] || forgetEndedDevice(failure)) return returnToPassword(message)
      showFormError('code-failure', message)
      getCodeInput().select()
    },
  })
  getElement('code-other').addEventListener('click', () => showWay(way === 'app' ? 'recovery' : 'app'))
  getElement('code-back').addEventListener('click', () => returnToPassword())
}

export function showCodeStep(given: string): void {
  challenge = given
  showStep('code')
  showWay('app')
}

function showWay(next: keyof typeof WAYS): void {
  way = next
  const { label, said, other } = WAYS[way]
  getElement('code-label').textContent = label
  getElement('code-said').textContent = said
  getElement('code-other').textContent = other
  showFormError('code-failure', undefined)
  showFieldError(getCodeInput(), undefined)
  getCodeInput().value = ''
  getCodeInput().inputMode = way === 'app' ? 'numeric' : 'text'
  getCodeInput().focus()
}

/**
 * Returns to the password form. The unfinished login needs no cleanup on the server, because its challenge
 * expires.
 */
function returnToPassword(why?: string): void {
  const password = getElement<HTMLInputElement>('password')
  showStep('password')
  showFormError('login-failure', why)
  password.value = ''
  password.focus()
}
