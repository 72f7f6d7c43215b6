import { ApiError, onLostCall } from '#lib/api/api.ts'
import { onUnhandledFailure } from '#lib/api/query-client.ts'
import { leaveToLogin, sessionToken } from '#lib/api/session.ts'
import { UploadError } from '#lib/api/upload.ts'
import { confirm, inform } from './dialogs.ts'

/**
 * The error dialogs of rules 6.8 and 15.3: an upload has its own; with an HTTP status the server's message; without one, and after
 * it was tried again, the way back to the login. A device that knows that it is offline stays on the page: there is no login to go
 * to. At most one is open at a time.
 */
export async function tellFailure(failure: unknown): Promise<void> {
  if (sessionToken() === null) return
  if (!(failure instanceof ApiError)) throw failure
  if (failure.isShown) return
  if (failure instanceof UploadError) return tellFailedUpload(failure.message)
  if (!failure.isUnanswered) return inform('info', 'Oops! Something went wrong.', failure.message)
  if (!navigator.onLine) return inform('info', 'You are offline', OFFLINE)
  if (leaving) return
  leaving = true
  await inform('error', 'You will be redirected to login page.', `${failure.message} ${KEPT}`)
  leaveToLogin('The connection was lost. Please log in again.')
}

/** The dialog for a file that was not kept (rules 6.8). */
export async function tellFailedUpload(problem: string): Promise<void> {
  await inform('error', 'This is an error message for uploading images', problem)
}

const KEPT = 'What you typed is kept.'
const OFFLINE = `Nothing was sent. ${KEPT} Try again once you are connected.`

/** Offers to send a change again that got no answer; whoever declines stays on the page. */
function askToTryAgain(): Promise<boolean> {
  return confirm({
    title: navigator.onLine ? 'The connection was lost' : 'You are offline',
    content: navigator.onLine ? `No answer came from the server. ${KEPT}` : OFFLINE,
    okText: 'Try again',
    cancelText: 'Not now',
  })
}

let leaving = false

export function installFailureDialogs(): void {
  onUnhandledFailure((failure) => void tellFailure(failure))
  onLostCall(askToTryAgain)
}
