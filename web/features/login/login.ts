import { ERRORS } from '@tahanan/contract/errors.ts'
import type { OfficeLogin, ResidentLogin } from '@tahanan/contract/sessions/answers.ts'
import { ApiError, api } from '../../lib/api/api.ts'
import { hasDrafts } from '../../ui/forms/drafts.ts'
import { type Area, currentArea, lastLeft, startSession } from '../../lib/api/session.ts'
import { askForCode, listenToCode } from './code-step.ts'
import { element } from './elements.ts'
import { listenToForgot } from './forgot-step.ts'
import { fail, sayAt } from './messages.ts'
import { showSettings, watchMaintenance } from './settings.ts'
import { atWork, isAtWork } from './steps.ts'
import { listenToTerms } from './terms.ts'

/** Makes the static login of index.html work. It is no React: the page is there before any script. */
export function startLogin(): void {
  const area = currentArea()
  const form = element<HTMLFormElement>('login-form')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  form.addEventListener('input', (event) => {
    if (event.target instanceof HTMLInputElement) sayAt(event.target, undefined)
  })
  listenToEye()
  listenToCode(enter)
  listenToForgot(element<HTMLInputElement>(CALLS[area].name), CALLS[area].missing)
  if (area === 'client') listenToTerms()
  else element<HTMLInputElement>('terms-agreed').disabled = true
  showSettings()
  watchMaintenance()
  sayWhyHere(area)
}

/** Says after a session that ended by itself why, and that input is kept. */
function sayWhyHere(area: Area): void {
  const left = lastLeft(area)
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

async function submit(): Promise<void> {
  const area = currentArea()
  const { path, name, missing } = CALLS[area]
  const who = element<HTMLInputElement>(name)
  const password = element<HTMLInputElement>('password')
  if (isAtWork('login-submit') || element<HTMLButtonElement>('login-submit').disabled) return
  sayAt(who, who.value.trim() === '' ? missing : undefined)
  sayAt(password, password.value === '' ? 'Please input your password!' : undefined)
  const wrong = [who, password].find((input) => input.ariaInvalid === 'true')
  if (wrong) return wrong.focus()

  atWork('login-submit', 'Logging in…')
  fail('login-failure', undefined)
  try {
    const answer = await api.post<ResidentLogin & OfficeLogin>(path, {
      [name]: who.value.trim(),
      password: password.value,
    })
    if (answer?.secondFactor) {
      atWork('login-submit', undefined)
      return askForCode(answer.secondFactor)
    }
    // the office knows this password: its owner chooses another before anything is shown
    if (answer?.choosePassword) return location.assign(`/choose-password#${answer.choosePassword}`)
    if (!answer?.token) throw new ApiError(401, ERRORS.invalidCredentials[1])
    enter(answer.token)
  } catch (failure) {
    atWork('login-submit', undefined)
    if (failure instanceof ApiError && failure.status === 503) void watchMaintenance()
    fail('login-failure', failure instanceof ApiError ? wordsOf(failure) : ERRORS.invalidCredentials[1])
    password.select()
  }
}

/** A refused login says the one sentence of rules 1.15; what is no refusal says what it is. */
function wordsOf(failure: ApiError): string {
  if (failure.unanswered || failure.status === 429 || failure.status >= 500) return failure.message
  return ERRORS.invalidCredentials[1]
}

/** Starts the area with the session, at the page where an earlier session ended. */
function enter(token: string): void {
  const left = lastLeft(currentArea())
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
