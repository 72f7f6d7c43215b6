import { ApiError, onUnansweredCall } from '#lib/api/api.ts'
import { setUnhandledFailureListener, reportUncaughtError } from '#lib/api/query-client.ts'
import { goToLogin, getSessionToken } from '#lib/api/session.ts'
import { setRetryConfirmation } from '#lib/api/stalled-calls.ts'
import { hasDrafts } from '#lib/api/stored-data.ts'
import { UploadError } from '#lib/api/upload.ts'
import type { ErrorCode } from '@tahanan/contract/errors.ts'
import { confirm, showMessage } from './dialogs.ts'

/**
 * Shows an error in a dialog (rules 6.8, 15.3). If a request got no response even after a retry, the dialog
 * leads to the login, unless the browser is offline.
 */
export async function showFailure(failure: unknown): Promise<void> {
  if (getSessionToken() === null) return
  if (!(failure instanceof ApiError)) throw failure
  if (failure.isShown) return
  if (failure instanceof UploadError) return showUploadFailure(failure.message)
  if (!failure.isUnanswered) return showMessage('info', getFailureTitle(failure), failure.message)
  if (!navigator.onLine) return showMessage('info', 'You are offline', OFFLINE_MESSAGE)
  if (isLeaving) return
  isLeaving = true
  await showMessage(
    'error',
    'You will be redirected to login page.',
    hasDrafts() ? `${failure.message} ${INPUT_KEPT_MESSAGE}` : failure.message,
  )
  goToLogin('The connection was lost. Please log in again.')
}

/** Codes of a booking that is refused: its time is taken, or it is against the amenity's rules. */
const REFUSED_BOOKING_CODES: readonly ErrorCode[] = ['alreadyReserved', 'dateReserved', 'againstRules']

const getFailureTitle = ({ code }: ApiError): string =>
  code && REFUSED_BOOKING_CODES.includes(code) ? 'Unable to reserved' : 'Oops! Something went wrong.'

export async function showUploadFailure(problem: string): Promise<void> {
  await showMessage('error', 'This is an error message for uploading images', problem)
}

const INPUT_KEPT_MESSAGE = 'What you typed is kept.'
const OFFLINE_MESSAGE = `Nothing was sent. ${INPUT_KEPT_MESSAGE} Try again once you are connected.`

function confirmRetry(): Promise<boolean> {
  return confirm({
    title: navigator.onLine ? 'The connection was lost' : 'You are offline',
    content: navigator.onLine ? `No answer came from the server. ${INPUT_KEPT_MESSAGE}` : OFFLINE_MESSAGE,
    okText: 'Try again',
    cancelText: 'Not now',
  })
}

/**
 * Asks whether to try stalled requests again or to cancel them. The dialog closes when they make progress
 * again (rules 15.33).
 */
function confirmStalledRetry(closeSignal: AbortSignal): Promise<boolean> {
  return confirm(
    {
      title: 'The connection is not answering',
      content:
        `No answer came for 20 seconds. ${INPUT_KEPT_MESSAGE} ` +
        'You can wait, or try again: it is saved only once.',
      okText: 'Try again',
    },
    closeSignal,
  )
}

let isLeaving = false

export function installFailureDialogs(): void {
  setUnhandledFailureListener((failure) => void showFailure(failure))
  onUnansweredCall(confirmRetry)
  addEventListener('unhandledrejection', (event) => {
    if (reportUncaughtError(event.reason)) event.preventDefault()
  })
  setRetryConfirmation(confirmStalledRetry)
}
