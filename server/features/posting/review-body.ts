import type { ChosenStatus } from '#features/payments/policy.ts'
import { invalidInput } from '#platform/errors.ts'
import { readFormBody } from '#platform/http/form-body.ts'
import { paymentReviewForm, PAYMENT_FLAGS } from '@tahanan/contract/billing/payment.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

/** Values of the office's verification form. */
export interface Review {
  readonly status: ChosenStatus
  /** Undefined where the call does not name them. */
  readonly remarks: string | undefined
  /** The office's proof that the money came; empty for none. */
  readonly proof: readonly FileRef[]
  /** The second press, after what the gateway said was read. */
  readonly confirmed: boolean
  /** The payment's `updated_at` as the caller last saw it. */
  readonly updatedAt: Date | undefined
}

/** The status that a body names, where it is one that can be chosen. */
export function chosenStatus(body: Readonly<Details>): ChosenStatus | undefined {
  const raw = Object.hasOwn(body, 'status') ? body.status : undefined
  const status = typeof raw === 'string' && /^\d$/.test(raw) ? Number(raw) : raw
  return typeof status === 'number' && Object.hasOwn(PAYMENT_FLAGS, status)
    ? (status as ChosenStatus)
    : undefined
}

/** Reads the body of the verification form (rules 8.23). Throws 400. */
export function readReview(body: Readonly<Details>, timeZone: string): Review {
  const status = chosenStatus(body)
  const errors: FieldErrors = status === undefined ? { status: ['Please input your status!'] } : {}
  const remarks = readReviewRemarks(body, timeZone, errors)
  if (status === undefined) throw invalidInput(errors)
  return { status, ...remarks }
}

/** Reads what comes with the approval of a reservation payment: what else the form holds. Throws 400. */
export function readReviewRemarks(
  body: Readonly<Details>,
  timeZone: string,
  errors?: FieldErrors,
): Omit<Review, 'status'> {
  const { values, updatedAt } = readFormBody(paymentReviewForm, body, { action: 'update', timeZone, errors })
  const remarks = Object.hasOwn(values, 'remarks') ? String(values.remarks ?? '') : undefined
  const proof = (values.proof ?? []) as FileRef[]
  return { remarks, proof, confirmed: body.confirmed === true, updatedAt }
}
