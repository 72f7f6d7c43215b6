import { ApiError } from '../lib/api.ts'
import { onUnhandledFailure } from '../lib/query-client.ts'
import { leaveToLogin, sessionToken } from '../lib/session.ts'
import { inform } from '../ui/dialogs.ts'

/**
 * The two error dialogs of spec 1, section 8: with an HTTP status the server's message, without one the way back to the
 * login. At most one stands at a time.
 */
export async function tellFailure(failure: unknown): Promise<void> {
  if (sessionToken() === null) return
  if (failure instanceof ApiError && !failure.unanswered) {
    await inform('info', 'Oops! Something went wrong.', failure.message)
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

let leaving = false

export function installFailureDialogs(): void {
  onUnhandledFailure((failure) => void tellFailure(failure))
}
