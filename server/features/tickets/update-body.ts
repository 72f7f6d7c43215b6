import type { Actor } from '#platform/actor.ts'
import { invalidInput } from '#platform/errors.ts'
import { readRemarks, readUpdatedAt } from '#platform/http/form-body.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { readForm } from '@tahanan/contract/forms/validate.ts'
import { isStatus, type Status } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/** Parts of an update beside the module's own fields. */
export interface TicketUpdate {
  readonly body: Readonly<Record<string, unknown>>
  readonly status?: Status
  readonly remarks?: string
  /** The record's `updated_at` as the caller last saw it; an older one than the record's is refused (rules 4.13). */
  readonly updatedAt?: Date
  /** A step that is taken once: 409 when the ticket is in the status already. */
  readonly onlyOnce?: boolean
}

/** Whether an update asks for more than the step that it comes with. */
export function changesMore({ fields }: TicketModule, { body, remarks }: TicketUpdate): boolean {
  return remarks !== undefined || ['tenantId', ...Object.keys(fields)].some((key) => Object.hasOwn(body, key))
}

/** Reads an update's status, remarks and `updated_at`, and checks its fields as far as that goes without the record. Throws 400. */
export function readUpdate(
  actor: Actor,
  module: TicketModule,
  body: Readonly<Record<string, unknown>>,
  timeZone: string,
): TicketUpdate {
  const writer = actor.area === 'client' ? 'resident' : 'admin'
  const { errors } = readForm(module, body, { writer, action: 'update', timeZone, now: new Date() })
  if (writer === 'resident') {
    refuse(errors)
    return { body, updatedAt: readUpdatedAt(body, timeZone, errors) }
  }
  const status = readStatus(body, errors)
  const remarks = readRemarks(body, errors)
  const updatedAt = readUpdatedAt(body, timeZone, errors)
  refuse(errors)
  return { body, status, remarks, updatedAt }
}

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

function readStatus(body: Readonly<Record<string, unknown>>, errors: FieldErrors): Status | undefined {
  if (!Object.hasOwn(body, 'status') || body.status === undefined) return undefined
  const status =
    typeof body.status === 'string' && /^\d$/.test(body.status) ? Number(body.status) : body.status
  if (isStatus(status)) return status
  errors.status = ['Please input your status!']
  return undefined
}
