import type { Done } from '@tahanan/contract/answers.ts'
import { ApiError, api } from '../../lib/api/api.ts'
import { currentArea } from '../../lib/api/session.ts'
import { element } from './elements.ts'
import { fail, sayAt } from './messages.ts'
import { atWork, isAtWork, showStep } from './steps.ts'

const login = () => element<HTMLInputElement>('forgot-login')

/** Makes 'Forgot password?' work; `who` is the field of the login whose value need not be typed again. */
export function listenToForgot(who: HTMLInputElement, missing: string): void {
  element('forgot-open').addEventListener('click', () => {
    login().value = who.value
    login().inputMode = who.inputMode
    login().autocapitalize = who.autocapitalize
    say(undefined)
    showStep('forgot')
    login().focus()
  })
  element('forgot-back').addEventListener('click', () => {
    showStep('password')
    who.focus()
  })
  login().addEventListener('input', () => sayAt(login(), undefined))
  element('forgot-form').addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(missing)
  })
}

/** Shows the portal's answer in place of the form, or the form. */
function say(answer: string | undefined): void {
  element('forgot-form').hidden = answer !== undefined
  element('forgot-said').textContent =
    answer ?? 'We send a link to your registered e-mail. With it you choose a new password.'
  fail('forgot-failure', undefined)
  sayAt(login(), undefined)
}

async function submit(missing: string): Promise<void> {
  if (isAtWork('forgot-submit')) return
  if (login().value.trim() === '') {
    sayAt(login(), missing)
    return login().focus()
  }
  atWork('forgot-submit', 'Sending…')
  fail('forgot-failure', undefined)
  try {
    const { message } = await api.post<Done>(`/forgot-password/${currentArea()}`, {
      login: login().value.trim(),
    })
    say(message)
    element('forgot-back').focus()
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    sayAt(login(), failure.errors.login?.[0])
    fail('forgot-failure', failure.message)
  } finally {
    atWork('forgot-submit', undefined)
  }
}
