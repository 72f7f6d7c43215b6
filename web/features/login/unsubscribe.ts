import { ApiError, api } from '#lib/api/api.ts'
import { getHomePath } from '#lib/api/session.ts'
import type { Subscription } from '@tahanan/contract/deliveries/answers.ts'
import { showSettings } from './settings.ts'
import { getElement, showBusy } from './static-form.ts'

/** Runs the static page of an unsubscribe link. Its button turns mails off, and on again (rules 23.32). */
export function startUnsubscribe(): void {
  getButton().addEventListener('click', () => void press())
  // The hash changes if another mailed link is opened in this tab.
  addEventListener('hashchange', () => location.reload())
  getElement<HTMLAnchorElement>('stop-leave').href = getHomePath(
    getToken().startsWith('admin') ? 'admin' : 'client',
  )
  showSettings()
  void run('get')
}

const getButton = () => getElement<HTMLButtonElement>('stop-switch')
const getToken = () => location.hash.slice(1)
let next: 'get' | 'post' | 'delete' = 'get'

async function press(): Promise<void> {
  if (getButton().ariaBusy === 'true') return
  showBusy(getButton(), 'Saving…')
  await run(next)
}

async function run(method: typeof next): Promise<void> {
  try {
    show(await api[method]<Subscription>(`/unsubscribe/${encodeURIComponent(getToken())}`))
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    const isWrong = failure.status === 404
    getElement('stop-said').textContent = isWrong
      ? 'This link is no longer valid. Log in to choose which mails you get.'
      : failure.message
    offer(isWrong ? undefined : 'Try again', method)
  }
}

function show({ label, mailed }: Subscription): void {
  getElement('stop-said').textContent = `Mails about ${label} are ${mailed ? 'on' : 'off'}.`
  offer(mailed ? 'Stop these mails' : 'Turn them on again', mailed ? 'post' : 'delete')
}

function offer(words: string | undefined, method: typeof next): void {
  next = method
  showBusy(getButton(), undefined)
  getButton().textContent = words ?? ''
  getButton().hidden = words === undefined
}
