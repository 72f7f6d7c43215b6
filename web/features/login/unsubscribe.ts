import { ApiError, api } from '#lib/api/api.ts'
import { getHomePath } from '#lib/api/session.ts'
import type { MailSubscription } from '@tahanan/contract/deliveries/answers.ts'
import { showSettings } from './settings.ts'
import { getElement, setButtonBusy } from './static-form.ts'

/** Runs the static page of an unsubscribe link. Its button turns mails off, and on again (rules 23.32). */
export function startUnsubscribe(): void {
  getButton().addEventListener('click', () => void handlePress())
  // The hash changes if another mailed link is opened in this tab.
  addEventListener('hashchange', () => location.reload())
  getElement<HTMLAnchorElement>('stop-leave').href = getHomePath(
    getToken().startsWith('admin') ? 'admin' : 'client',
  )
  showSettings()
  void callUnsubscribe('get')
}

const getButton = () => getElement<HTMLButtonElement>('stop-switch')
const getToken = () => location.hash.slice(1)
let nextMethod: 'get' | 'post' | 'delete' = 'get'

async function handlePress(): Promise<void> {
  if (getButton().ariaBusy === 'true') return
  setButtonBusy(getButton(), 'Saving…')
  await callUnsubscribe(nextMethod)
}

async function callUnsubscribe(method: typeof nextMethod): Promise<void> {
  try {
    showSubscription(await api[method]<MailSubscription>(`/unsubscribe/${encodeURIComponent(getToken())}`))
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    const isWrong = failure.status === 404
    getElement('stop-said').textContent = isWrong
      ? 'This link is no longer valid. Log in to choose which mails you get.'
      : failure.message
    showButton(isWrong ? undefined : 'Try again', method)
  }
}

function showSubscription({ label, mailed }: MailSubscription): void {
  getElement('stop-said').textContent = `Mails about ${label} are ${mailed ? 'on' : 'off'}.`
  showButton(mailed ? 'Stop these mails' : 'Turn them on again', mailed ? 'post' : 'delete')
}

function showButton(label: string | undefined, method: typeof nextMethod): void {
  nextMethod = method
  setButtonBusy(getButton(), undefined)
  getButton().textContent = label ?? ''
  getButton().hidden = label === undefined
}
