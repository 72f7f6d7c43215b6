import { deletePersonalData, sendEndedSessions } from '#features/account/delete-personal-data.ts'
import { ApiError, api } from '#lib/api/api.ts'
import { GATE_PATH, isGateOnly } from '#lib/api/gate-device.ts'
import {
  getCurrentArea,
  getHomePath,
  landAtDesk,
  getLastEndedSession,
  storeReturnPage,
  getSessionToken,
  startSession,
} from '#lib/api/session.ts'
import { hasDrafts } from '#ui/forms/drafts.ts'
import { ERRORS } from '@tahanan/contract/errors.ts'
import type { OfficeLogin, ResidentLogin } from '@tahanan/contract/sessions/answers.ts'
import { showCodeStep, listenToCode } from './code-step.ts'
import { listenToForgot } from './forgot-step.ts'
import { forgetEndedDevice } from './gate-login.ts'
import { listenToNotice, getShownNotice } from './notice.ts'
import { showSettings, watchMaintenance } from './settings.ts'
import { getElement, showFormError, onSubmit, showFieldError } from './static-form.ts'
import { listenToTerms } from './terms.ts'

/**
 * Runs the login page. It is static in index.html, so that it is visible before any script runs, and does not
 * use React.
 */
export function startLogin(): void {
  const area = getCurrentArea()
  const { path, name, missing } = CALLS[area]
  const who = getElement<HTMLInputElement>(name)
  const password = getElement<HTMLInputElement>('password')
  onSubmit('login', {
    doing: 'Logging in…',
    check: () => {
      showFieldError(who, who.value.trim() === '' ? missing : undefined)
      showFieldError(password, password.value === '' ? 'Please input your password!' : undefined)
    },
    send: () => logIn(path, { [name]: who.value.trim(), password: password.value, ...getShownNotice() }),
    onRefused: (failure) => {
      if (failure.status === 503) void watchMaintenance()
      showFormError('login-failure', forgetEndedDevice(failure) ? failure.message : describeRefusal(failure))
      password.select()
    },
  })
  listenToEye()
  listenToCode(startArea)
  listenToForgot(who, missing)
  listenToNotice()
  if (area === 'client') listenToTerms()
  else getElement<HTMLInputElement>('terms-agreed').disabled = true
  showSettings()
  watchMaintenance()
  showWhySessionEnded()
  // Deletes data of a session that has ended. A token means that another tab has logged in meanwhile, so its
  // data must remain.
  if (getSessionToken() === null) void deletePersonalData({ isEnded: true })
  sendEndedSessions()
}

function showWhySessionEnded(): void {
  const left = getLastEndedSession()
  if (!left) return
  const note = getElement('login-left')
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
  if (answer?.secondFactor) return showCodeStep(answer.secondFactor)
  // The password was set by the office, so the user must first choose another one.
  if (answer?.choosePassword) {
    if (`${location.pathname}${location.search}` !== getHomePath('client'))
      storeReturnPage('Log in with your new password.')
    location.assign(`/choose-password#${answer.choosePassword}`)
  } else if (answer?.token) startArea(answer.token)
  else throw new ApiError(401, ERRORS.invalidCredentials[1])
  return 'leaves'
}

/**
 * Returns the message of a failed login. Errors caused by the input all get the same message (rules 1.15).
 */
export function describeRefusal(failure: ApiError): string {
  const { status } = failure
  if (failure.isUnanswered || status === 403 || status === 429 || status >= 500) return failure.message
  return ERRORS.invalidCredentials[1]
}

/** Starts the session and opens the page on which the last session ended, or else the home page. */
function startArea(token: string): void {
  const left = getLastEndedSession()
  startSession(token)
  if (isGateOnly()) return location.replace(GATE_PATH)
  // The page of the last session is opened only from the home page. Any other URL is a link that was opened
  // since then.
  if (left && location.pathname === getHomePath(getCurrentArea())) location.replace(left.path)
  else if (location.pathname === getHomePath('admin')) landAtDesk()
  else location.reload()
}

function listenToEye(): void {
  const eye = getElement('password-eye')
  const password = getElement<HTMLInputElement>('password')
  eye.addEventListener('click', () => {
    const shown = password.type === 'text'
    password.type = shown ? 'password' : 'text'
    eye.ariaPressed = String(!shown)
    eye.ariaLabel = shown ? 'Show the password' : 'Hide the password'
  })
}
