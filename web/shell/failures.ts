import { ApiError } from '../lib/api.ts'
import { onUnhandledFailure } from '../lib/query-client.ts'
import { leaveToLogin, sessionToken } from '../lib/session.ts'
import { inform } from '../ui/dialogs.ts'

/**
 * The two error dialogs of spec 1, section 8: with an HTTP status the server's message, without one the way back to the
 * login. A device that knows that it is offline stays where it is: there is no login to go to. At most one stands at a time.
 */
export async function tellFailure(failure: unknown): Promise<void> {
  if (sessionToken() === null) return
  if (failure instanceof ApiError && !failure.unanswered) {
    await inform('info', 'Oops! Something went wrong.', failure.message)
    return
  }
  if (failure instanceof ApiError && !navigator.onLine) {
    await inform('info', 'You are offline', OFFLINE)
    return
  }
  if (failure instanceof ApiError) {
    if (leaving) return
    leaving = true
    await inform('error', 'You will be redirected to login page.', failure.message)
    leaveToLogin()
    return
  }
  throw failure
}

const OFFLINE = 'Nothing was sent. What you typed is still here: try again once you are connected.'

let leaving = false

export function installFailureDialogs(): void {
  onUnhandledFailure((failure) => void tellFailure(failure))
}
