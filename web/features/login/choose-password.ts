import { ApiError, api } from '#lib/api/api.ts'
import { getCurrentArea, deleteSession, getHomePath } from '#lib/api/session.ts'
import { getPasswordError } from '@tahanan/contract/password.ts'
import type { MailedLinkOwner } from '@tahanan/contract/sessions/answers.ts'
import { showSettings, watchMaintenance } from './settings.ts'
import { getElement, showFormError, setUpStaticForm, showFieldError } from './static-form.ts'

export function startChoosePassword(): void {
  setUpStaticForm('choose', { busyText: 'Saving…', check: showInputErrors, send: sendPassword, onRefused })
  getElement('choose-shown').addEventListener('change', ({ currentTarget }) => {
    const { checked } = currentTarget as HTMLInputElement
    for (const input of [getPasswordInput(), getConfirmationInput()])
      input.type = checked ? 'text' : 'password'
  })
  getElement('choose-again').addEventListener('click', () => void checkLink())
  // The hash changes if another mailed link is opened in this tab.
  addEventListener('hashchange', () => location.reload())
  getElement<HTMLAnchorElement>('choose-leave').href = getHomePath(getCurrentArea())
  showSettings()
  void watchMaintenance()
  void checkLink()
}

const getPasswordInput = () => getElement<HTMLInputElement>('new-password')
const getConfirmationInput = () => getElement<HTMLInputElement>('confirmation')
const getToken = () => location.hash.slice(1)

function showPart(part: 'form' | 'waiting' | 'ended' | 'failed' | 'done', text = ''): void {
  getElement('choose-form').hidden = part !== 'form'
  const message = getElement('choose-said')
  message.hidden = part === 'form'
  message.textContent = text
  getElement('choose-again').hidden = part !== 'failed'
  getElement('choose-leave').hidden = part !== 'ended' && part !== 'done'
}

/** Runs before the form is shown, so that nobody types a password for an invalid link. */
async function checkLink(): Promise<void> {
  showPart('waiting', 'Looking at your link…')
  try {
    const { login } = await api.post<MailedLinkOwner>('/choose-password/owner', { token: getToken() })
    getElement<HTMLInputElement>('choose-login').value = login
    showPart('form')
    getPasswordInput().focus()
  } catch (failure) {
    showFailure(failure)
  }
}

function showFailure(failure: unknown): void {
  if (!(failure instanceof ApiError)) throw failure
  showPart(failure.status === 404 ? 'ended' : 'failed', failure.message)
}

function showInputErrors(): void {
  const chosenPassword = getPasswordInput().value
  const passwordError =
    chosenPassword === '' ? 'Please input your password!' : getPasswordError(chosenPassword)
  const isConfirmationDifferent =
    passwordError === undefined && chosenPassword !== getConfirmationInput().value
  showFieldError(getPasswordInput(), passwordError)
  showFieldError(
    getConfirmationInput(),
    isConfirmationDifferent ? 'The two passwords that you entered do not match!' : undefined,
  )
}

/** True if a request with the password got no response, so that the password may be saved. */
let wasUnanswered = false

async function sendPassword(): Promise<void> {
  const [password, confirmation] = [getPasswordInput().value, getConfirmationInput().value]
  await api.post('/choose-password', { token: getToken(), password, password_confirmation: confirmation })
  showPasswordSaved()
}

function onRefused(failure: ApiError): void {
  if (failure.isUnanswered) wasUnanswered = true
  if (failure.status === 404) return showPart('ended', describeEndedLink(failure, wasUnanswered))
  for (const input of [getPasswordInput(), getConfirmationInput()])
    showFieldError(input, failure.errors[input.name]?.[0])
  showFormError('choose-failure', failure.message)
}

/** Returns the text about a link that ended, perhaps because it has just been used (rules 15.33). */
export function describeEndedLink(
  { message, wasRepeated }: Pick<ApiError, 'message' | 'wasRepeated'>,
  wasEarlierUnanswered: boolean,
): string {
  return wasRepeated || wasEarlierUnanswered
    ? 'Your password may have been saved. Try to log in with it, or ask for a new link.'
    : message
}

function showPasswordSaved(): void {
  // Removes the token from the URL, because the link cannot be used again. The old session of this browser
  // ends too.
  history.replaceState(null, '', location.pathname)
  deleteSession()
  showPart('done', 'Your password has been saved. You can log in with it now.')
  getElement('choose-leave').focus()
}
