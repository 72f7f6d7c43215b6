import { api } from '#lib/api/api.ts'
import { ERRORS } from '@tahanan/contract/errors.ts'
import type { SessionToken } from '@tahanan/contract/sessions/answers.ts'
import { handleEndedDevice } from './gate-login.ts'
import { getShownPrivacyNotice } from './privacy-notice-dialog.ts'
import { watchMaintenance } from './settings.ts'
import { getElement, showFormError, setUpStaticForm, showFieldError, showStep } from './static-form.ts'

const CODE_KINDS = {
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
const getTypedCode = () => getCodeInput().value.replaceAll(/\s/g, '')
let codeKind: keyof typeof CODE_KINDS = 'app'
let codeChallenge = ''

export function setUpCodeForm(onToken: (token: string) => void): void {
  setUpStaticForm('code', {
    busyText: 'Checking…',
    check: () =>
      showFieldError(getCodeInput(), getTypedCode() === '' ? CODE_KINDS[codeKind].missing : undefined),
    send: async () => {
      const requestBody = { challenge: codeChallenge, code: getTypedCode(), ...getShownPrivacyNotice() }
      onToken((await api.post<SessionToken>('/login/second-factor', requestBody)).token)
    },
    onRefused: (failure) => {
      const { status, message } = failure
      if (status === 503) void watchMaintenance()
      // The login must start again: the time for the code is over, or there were too many wrong codes.
      if (message === ERRORS.loginEnded[1] || handleEndedDevice(failure)) return returnToPassword(message)
      showFormError('code-failure', message)
      getCodeInput().select()
    },
  })
  getElement('code-other').addEventListener('click', () =>
    showCodeKind(codeKind === 'app' ? 'recovery' : 'app'),
  )
  getElement('code-back').addEventListener('click', () => returnToPassword())
}

export function showCodeStep(newChallenge: string): void {
  codeChallenge = newChallenge
  showStep('code')
  showCodeKind('app')
}

function showCodeKind(next: keyof typeof CODE_KINDS): void {
  codeKind = next
  const { label, said, other } = CODE_KINDS[codeKind]
  getElement('code-label').textContent = label
  getElement('code-said').textContent = said
  getElement('code-other').textContent = other
  showFormError('code-failure', undefined)
  showFieldError(getCodeInput(), undefined)
  getCodeInput().value = ''
  getCodeInput().inputMode = codeKind === 'app' ? 'numeric' : 'text'
  getCodeInput().focus()
}

/** Shows the password step again. Makes no call, because the unfinished login expires on the server. */
function returnToPassword(reason?: string): void {
  const password = getElement<HTMLInputElement>('password')
  showStep('password')
  showFormError('login-failure', reason)
  password.value = ''
  password.focus()
}
