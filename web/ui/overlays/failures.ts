import { ApiError, onLostCall } from '#lib/api/api.ts'
import { onUnhandledFailure, reportUncaught } from '#lib/api/query-client.ts'
import { goToLogin, getSessionToken } from '#lib/api/session.ts'
import { onStalledCalls } from '#lib/api/stalled-calls.ts'
import { UploadError } from '#lib/api/upload.ts'
import { confirm, inform } from './dialogs.ts'

/**
 * Shows an error in a dialog (rules 6.8, 15.3). If a request got no response even after a retry, the dialog
 * leads to the login, unless the browser is offline.
 */
export async function showFailure(failure: unknown): Promise<void> {
  if (getSessionToken() === null) return
  if (!(failure instanceof ApiError)) throw failure
  if (failure.isShown) return
  if (failure instanceof UploadError) return showFailedUpload(failure.message)
  if (!failure.isUnanswered) return inform('info', 'Oops! Something went wrong.', failure.message)
  if (!navigator.onLine) return inform('info', 'You are offline', OFFLINE)
  if (leaving) return
  leaving = true
  await inform('error', 'You will be redirected to login page.', `${failure.message} ${INPUT_IS_KEPT}`)
  goToLogin('The connection was lost. Please log in again.')
}

export async function showFailedUpload(problem: string): Promise<void> {
  await inform('error', 'This is an error message for uploading images', problem)
}

const INPUT_IS_KEPT = 'What you typed is kept.'
const OFFLINE = `Nothing was sent. ${INPUT_IS_KEPT} Try again once you are connected.`

function askToTryAgain(): Promise<boolean> {
  return confirm({
    title: navigator.onLine ? 'The connection was lost' : 'You are offline',
    content: navigator.onLine ? `No answer came from the server. ${INPUT_IS_KEPT}` : OFFLINE,
    okText: 'Try again',
    cancelText: 'Not now',
  })
}

/**
 * Asks what to do with requests that make no progress. The dialog closes when they make progress again (rules
 * 15.33).
 */
function askAboutStalled(withdrawn: AbortSignal): Promise<boolean> {
  return confirm(
    {
      title: 'The connection is not answering',
      content:
        `No answer came for 20 seconds. ${INPUT_IS_KEPT} ` +
        'You can wait, or try again: it is saved only once.',
      okText: 'Try again',
    },
    withdrawn,
  )
}

let leaving = false

export function installFailureDialogs(): void {
  onUnhandledFailure((failure) => void showFailure(failure))
  onLostCall(askToTryAgain)
  addEventListener('unhandledrejection', (event) => {
    if (reportUncaught(event.reason)) event.preventDefault()
  })
  onStalledCalls(askAboutStalled)
}
