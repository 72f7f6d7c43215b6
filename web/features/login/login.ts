import { deletePersonalData, sendEndedSessions } from '#features/account/delete-personal-data.ts'
import { ApiError, api } from '#lib/api/api.ts'
import { GATE_PATH, isGateDeviceInAdminArea } from '#lib/api/gate-device.ts'
import {
  getCurrentArea,
  getHomePath,
  openMyWorkAfterLogin,
  getLastEndedSession,
  storeEndedSession,
  getSessionToken,
  startSession,
} from '#lib/api/session.ts'
import { hasDrafts } from '#lib/api/stored-data.ts'
import { ERRORS } from '@tahanan/contract/errors.ts'
import type { OfficeLogin, ResidentLogin } from '@tahanan/contract/sessions/answers.ts'
import { showCodeStep, setUpCodeForm } from './code-step.ts'
import { setUpForgotForm } from './forgot-step.ts'
import { handleEndedDevice } from './gate-login.ts'
import { setUpPrivacyNoticeDialog, getShownPrivacyNotice } from './privacy-notice-dialog.ts'
import { showSettings, watchMaintenance } from './settings.ts'
import { getElement, showFormError, setUpStaticForm, showFieldError } from './static-form.ts'
import { setUpTerms } from './terms.ts'

/** Runs the login page, which is static in index.html, so that it is visible before any script runs. */
export function startLogin(): void {
  const area = getCurrentArea()
  const { path, name, missing } = LOGIN_CALLS[area]
  const nameInput = getElement<HTMLInputElement>(name)
  const password = getElement<HTMLInputElement>('password')
  setUpStaticForm('login', {
    busyText: 'Logging in…',
    check: () => {
      showFieldError(nameInput, nameInput.value.trim() === '' ? missing : undefined)
      showFieldError(password, password.value === '' ? 'Please input your password!' : undefined)
    },
    send: () =>
      logIn(path, { [name]: nameInput.value.trim(), password: password.value, ...getShownPrivacyNotice() }),
    onRefused: (failure) => {
      if (failure.status === 503) void watchMaintenance()
      showFormError('login-failure', handleEndedDevice(failure) ? failure.message : formatLoginError(failure))
      password.select()
    },
  })
  setUpPasswordToggle()
  setUpCodeForm(startSessionAndOpenPage)
  setUpForgotForm(nameInput, missing)
  setUpPrivacyNoticeDialog()
  if (area === 'client') setUpTerms()
  else getElement<HTMLInputElement>('terms-agreed').disabled = true
  showSettings()
  watchMaintenance()
  showWhySessionEnded()
  // Deletes the data of the ended session. If a token exists, another tab has logged in meanwhile, and its
  // data must remain.
  if (getSessionToken() === null) void deletePersonalData({ isEnded: true })
  sendEndedSessions()
}

function showWhySessionEnded(): void {
  const lastSession = getLastEndedSession()
  if (!lastSession) return
  const loggedOutNote = getElement('login-left')
  loggedOutNote.textContent = `${lastSession.why}${hasDrafts() ? ' What you typed is kept.' : ''}`
  loggedOutNote.hidden = false
}

const LOGIN_CALLS = {
  client: { path: '/login', name: 'clientCode', missing: 'Please input your client code!' },
  admin: { path: '/login/admin', name: 'email', missing: 'Please input your email!' },
  'super-admin': { path: '/login/super-admin', name: 'email', missing: 'Please input your email!' },
} as const

async function logIn(path: string, body: object): Promise<'leaves' | void> {
  const loginResponse = await api.post<ResidentLogin & OfficeLogin>(path, body)
  if (loginResponse?.secondFactor) return showCodeStep(loginResponse.secondFactor)
  // The password was set by the office, so the user must first choose another one.
  if (loginResponse?.choosePassword) {
    if (`${location.pathname}${location.search}` !== getHomePath('client'))
      storeEndedSession('Log in with your new password.')
    location.assign(`/choose-password#${loginResponse.choosePassword}`)
  } else if (loginResponse?.token) startSessionAndOpenPage(loginResponse.token)
  else throw new ApiError(401, ERRORS.invalidCredentials[1])
  return 'leaves'
}

/**
 * Returns the message of a failed login. Errors caused by the input all get the same message (rules 1.15).
 */
export function formatLoginError(failure: ApiError): string {
  const { status } = failure
  if (failure.isUnanswered || status === 403 || status === 429 || status >= 500) return failure.message
  return ERRORS.invalidCredentials[1]
}

function startSessionAndOpenPage(token: string): void {
  const lastSession = getLastEndedSession()
  startSession(token)
  if (isGateDeviceInAdminArea()) return location.replace(GATE_PATH)
  // After a login on the home page, opens the last page of the previous session. Any other URL is a link
  // opened since then, so the page is reloaded.
  if (lastSession && location.pathname === getHomePath(getCurrentArea())) location.replace(lastSession.path)
  else if (location.pathname === getHomePath('admin')) openMyWorkAfterLogin()
  else location.reload()
}

function setUpPasswordToggle(): void {
  const eye = getElement('password-eye')
  const password = getElement<HTMLInputElement>('password')
  eye.addEventListener('click', () => {
    const isPasswordShown = password.type === 'text'
    password.type = isPasswordShown ? 'password' : 'text'
    eye.ariaPressed = String(!isPasswordShown)
    eye.ariaLabel = isPasswordShown ? 'Show the password' : 'Hide the password'
  })
}
