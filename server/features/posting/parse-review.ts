import type { ReviewStatus } from '#features/payments/policy.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { parseFormBody } from '#platform/http/form-body.ts'
import { paymentReviewForm, PAYMENT_FLAGS } from '@tahanan/contract/billing/payment.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'

export interface Review {
  readonly status: ReviewStatus
  readonly remarks: string | undefined
  readonly proof: readonly FileRef[]
  readonly confirmedRules: boolean
  readonly confirmed: boolean
  readonly updatedAt: Date | undefined
}

export function parseStatus(body: Readonly<Details>): ReviewStatus | undefined {
  const rawStatus = Object.hasOwn(body, 'status') ? body.status : undefined
  const status = typeof rawStatus === 'string' && /^\d$/.test(rawStatus) ? Number(rawStatus) : rawStatus
  return typeof status === 'number' && Object.hasOwn(PAYMENT_FLAGS, status)
    ? (status as ReviewStatus)
    : undefined
}

/** Parses the office's decision on a payment (rules 8.23). Throws 400 with the messages of the fields. */
export function parseReview(body: Readonly<Details>, timeZone: string): Review {
  const status = parseStatus(body)
  const errors: FieldErrors = status === undefined ? { status: ['Please input your status!'] } : {}
  const remarks = parseReviewRemarks(body, timeZone, errors)
  if (status === undefined) throw createInvalidInputError(errors)
  return { status, ...remarks }
}

/**
 * Parses the fields of a review except the status, which is absent when a reservation payment is approved.
 * Throws 400.
 */
export function parseReviewRemarks(
  body: Readonly<Details>,
  timeZone: string,
  errors?: FieldErrors,
): Omit<Review, 'status'> {
  const { values, updatedAt } = parseFormBody(paymentReviewForm, body, { action: 'update', timeZone, errors })
  const remarks = Object.hasOwn(values, 'remarks') ? String(values.remarks ?? '') : undefined
  const proof = (values.proof ?? []) as FileRef[]
  return {
    remarks,
    proof,
    confirmed: body.confirmed === true,
    confirmedRules: body.confirmedRules === true,
    updatedAt,
  }
}
