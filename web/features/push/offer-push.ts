import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
import { describePush } from './describe-push.ts'
import { getDeviceName, loadPushState, turnOnPush } from './push.ts'

const OFFER_ANSWERED_KEY = 'PUSH_OFFERED'

/**
 * Offers push messages once per browser. The browser asks for its permission only after the resident accepts
 * (rules 23.39).
 */
export async function offerPush(): Promise<void> {
  // Without a service worker, for example in a private window, the browser cannot show push messages.
  if (
    localStorage.getItem(OFFER_ANSWERED_KEY) !== null ||
    !(await navigator.serviceWorker?.getRegistration())
  )
    return
  if ((await loadPushState()) !== 'off') return
  const isAccepted = await confirm({
    title: `Shall this ${getDeviceName()} tell you when the PMO answers?`,
    content:
      'It shows what happened and the number, also while the portal is closed. You can change this in Settings.',
    okText: 'Yes',
    cancelText: 'Not now',
  })
  localStorage.setItem(OFFER_ANSWERED_KEY, 'yes')
  if (!isAccepted) return
  const state = await turnOnPush().catch(() => 'off' as const)
  if (state !== 'on') await showMessage('info', 'Not turned on', describePush(state))
}
