import { ApiError, api } from '#lib/api/api.ts'
import { currentArea, lastEndedSession, startSession } from '#lib/api/session.ts'
import { hasDrafts } from '#ui/forms/drafts.ts'
import { ERRORS } from '@tahanan/contract/errors.ts'
import type { OfficeLogin, ResidentLogin } from '@tahanan/contract/sessions/answers.ts'
import { askForCode, listenToCode } from './code-step.ts'
import { listenToForgot } from './forgot-step.ts'
import { showSettings, watchMaintenance } from './settings.ts'
import { element, fail, onSubmit, sayAt } from './static-form.ts'
import { listenToTerms } from './terms.ts'

/** Makes the static login of index.html work. It is no React: the page is there before any script. */
export function startLogin(): void {
  const area = currentArea()
  const { path, name, missing } = CALLS[area]
  const who = element<HTMLInputElement>(name)
  const password = element<HTMLInputElement>('password')
  onSubmit('login', {
    doing: 'Logging in…',
    check: () => {
      sayAt(who, who.value.trim() === '' ? missing : undefined)
      sayAt(password, password.value === '' ? 'Please input your password!' : undefined)
    },
    send: () => logIn(path, { [name]: who.value.trim(), password: password.value }),
    refused: (failure) => {
      if (failure.status === 503) void watchMaintenance()
      fail('login-failure', wordsOf(failure))
      password.select()
    },
  })
  listenToEye()
  listenToCode(enter)
  listenToForgot(who, missing)
  if (area === 'client') listenToTerms()
  else element<HTMLInputElement>('terms-agreed').disabled = true
  showSettings()
  watchMaintenance()
  sayWhyHere()
}

/** Says after a session that ended by itself why, and that input is kept. */
function sayWhyHere(): void {
  const left = lastEndedSession()
  if (!left) return
  const note = element('login-left')
  note.textContent = `${left.why}${hasDrafts() ? ' What you typed is kept.' : ''}`
  note.hidden = false
}

const CALLS = {
  client: { path: '/login', name: 'clientCode', missing: 'Please input your client code!' },
  admin: { path: '/login/admin', name: 'email', missing: 'Please input your email!' },
  'super-admin': { path: '/login/super-admin', name: 'email', missing: 'Please input your email!' },
} as const

async function logIn(path: string, body: object): Promise<'leaves' | void> {
  const answer = await api.post<ResidentLogin & OfficeLogin>(path, body)
  if (answer?.secondFactor) return askForCode(answer.secondFactor)
  // the office knows this password: its owner chooses another before anything is shown
  if (answer?.choosePassword) location.assign(`/choose-password#${answer.choosePassword}`)
  else if (answer?.token) enter(answer.token)
  else throw new ApiError(401, ERRORS.invalidCredentials[1])
  return 'leaves'
}

/** A refused login says the one sentence of rules 1.15; what is no refusal says what it is. */
function wordsOf(failure: ApiError): string {
  if (failure.isUnanswered || failure.status === 429 || failure.status >= 500) return failure.message
  return ERRORS.invalidCredentials[1]
}

/** Starts the area with the session, at the page where an earlier session ended. */
function enter(token: string): void {
  const left = lastEndedSession()
  startSession(token)
  if (left) location.replace(left.path)
  else location.reload()
}

function listenToEye(): void {
  const eye = element('password-eye')
  const password = element<HTMLInputElement>('password')
  eye.addEventListener('click', () => {
    const shown = password.type === 'text'
    password.type = shown ? 'password' : 'text'
    eye.ariaPressed = String(!shown)
    eye.ariaLabel = shown ? 'Show the password' : 'Hide the password'
  })
}
