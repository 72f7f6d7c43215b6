import { ERRORS } from '@tahanan/contract/errors.ts'
import { ApiError, api } from '../lib/api.ts'
import { currentArea, startSession } from '../lib/session.ts'
import { element } from './elements.ts'
import { fail, sayAt } from './messages.ts'
import { showSettings, watchMaintenance } from './settings.ts'
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
  if (area === 'client') listenToTerms()
  else element<HTMLInputElement>('terms-agreed').disabled = true
  showSettings()
  watchMaintenance()
}

const CALLS = {
  client: { path: '/login', name: 'clientCode', missing: 'Please input your client code!' },
  admin: { path: '/login/admin', name: 'email', missing: 'Please input your email!' },
  'super-admin': { path: '/login/super-admin', name: 'email', missing: 'Please input your email!' },
} as const

let busy = false

async function submit(): Promise<void> {
  const area = currentArea()
  const { path, name, missing } = CALLS[area]
  const who = element<HTMLInputElement>(name)
  const password = element<HTMLInputElement>('password')
  if (busy || element<HTMLButtonElement>('login-submit').disabled) return
  sayAt(who, who.value.trim() === '' ? missing : undefined)
  sayAt(password, password.value === '' ? 'Please input your password!' : undefined)
  const wrong = [who, password].find((input) => input.ariaInvalid === 'true')
  if (wrong) return wrong.focus()

  atWork(true)
  fail('login-failure', undefined)
  try {
    const answer = await api.post<{ token?: string }>(path, {
      [name]: who.value.trim(),
      password: password.value,
    })
    if (!answer?.token) throw new ApiError(401, ERRORS.invalidCredentials[1])
    startSession(answer.token, area)
    location.reload()
  } catch (failure) {
    atWork(false)
    if (failure instanceof ApiError && failure.status === 503) void watchMaintenance()
    fail('login-failure', failure instanceof ApiError ? wordsOf(failure) : ERRORS.invalidCredentials[1])
    password.select()
  }
}

/** A refused login says the specification's one sentence; what is no refusal says what it is. */
function wordsOf(failure: ApiError): string {
  if (failure.unanswered || failure.status === 429 || failure.status >= 500) return failure.message
  return ERRORS.invalidCredentials[1]
}

function atWork(now: boolean): void {
  busy = now
  const button = element<HTMLButtonElement>('login-submit')
  button.ariaBusy = String(now)
  button.ariaDisabled = now ? 'true' : null
  button.textContent = now ? 'Logging in…' : 'Log in'
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
