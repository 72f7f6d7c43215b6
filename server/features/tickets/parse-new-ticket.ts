import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { createInvalidInputError } from '#platform/errors.ts'
import { findTenant, type NamedTenant } from '#platform/find-tenant.ts'
import { parseUpdatedAt } from '#platform/last-seen.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { parseForm, type Details } from '@tahanan/contract/forms/validate.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { isStatus, type Status } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { requireOpenService } from './policy.ts'

export interface ParsedTicket {
  readonly tenant: NamedTenant
  readonly details: Details
  readonly remarks?: string
  readonly confirmedRules?: boolean
  /**
   * If true, a booking without an estimated amount gets the price of its amenity. Not set for reservation
   * payments of the office, whose amount stays 0 (rules 8.25).
   */
  readonly isPriced?: boolean
}

export interface TicketUpdate {
  readonly body: Readonly<Record<string, unknown>>
  readonly status?: Status
  readonly remarks?: string
  /**
   * `updated_at` of the ticket when the caller read it. If the ticket has changed since, the update is
   * refused (rules 4.13).
   */
  readonly updatedAt?: Date
  /** If true, the update is refused with 409 when the ticket already has the target status. */
  readonly onlyOnce?: boolean
  /** If true, the office overrides the booking rules (rules 25.4). */
  readonly confirmedRules?: boolean
}

export function hasMoreChanges({ fields }: TicketModule, { body, remarks }: TicketUpdate): boolean {
  return remarks !== undefined || ['tenantId', ...Object.keys(fields)].some((key) => Object.hasOwn(body, key))
}

export const toWriter = (actor: Actor) => (actor.area === 'client' ? 'resident' : 'admin')

/**
 * Validates the body of a new ticket. Throws 403 for a closed service before it validates, and 400 for
 * invalid fields.
 */
export async function parseNewTicket(
  db: DbOrTx,
  actor: Actor,
  module: TicketModule,
  body: Readonly<Details>,
  timeZone: string,
): Promise<ParsedTicket> {
  if (actor.area === 'client') await requireOpenService(db, actor, module)
  const { values, errors } = parseForm(module, body, {
    writer: toWriter(actor),
    action: 'create',
    timeZone,
    now: new Date(),
  })
  const tenant =
    actor.area === 'client'
      ? { id: actor.id, clientCode: actor.clientCode, uoccname: actor.name }
      : await findTenant(db, body.tenantId)
  const remarks = actor.area === 'admin' && module.hasRemarksOnCreate ? parseRemarks(body, errors) : undefined
  if (!tenant) throw createInvalidInputError({ tenantId: ['Please choose your tenant!'], ...errors })
  if (Object.keys(errors).length > 0) throw createInvalidInputError(errors)
  return { tenant, details: values, remarks, confirmedRules: overridesRules(actor, body), isPriced: true }
}

/**
 * Validates everything in an update that does not depend on the stored ticket: status, remarks, `updated_at`
 * and most fields. Throws 400.
 */
export function parseTicketUpdate(
  actor: Actor,
  module: TicketModule,
  body: Readonly<Record<string, unknown>>,
  timeZone: string,
): TicketUpdate {
  const writer = toWriter(actor)
  const { errors } = parseForm(module, body, { writer, action: 'update', timeZone, now: new Date() })
  if (writer === 'resident') {
    throwIfInvalid(errors)
    return { body, updatedAt: parseUpdatedAt(body, timeZone, errors) }
  }
  const status = parseStatus(body, errors)
  const remarks = parseRemarks(body, errors)
  const updatedAt = parseUpdatedAt(body, timeZone, errors)
  throwIfInvalid(errors)
  return { body, status, remarks, updatedAt, confirmedRules: overridesRules(actor, body) }
}

const overridesRules = (actor: Actor, body: Readonly<Details>): boolean =>
  actor.area === 'admin' && body.confirmedRules === true

function throwIfInvalid(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw createInvalidInputError(errors)
}

function parseStatus(body: Readonly<Record<string, unknown>>, errors: FieldErrors): Status | undefined {
  if (!Object.hasOwn(body, 'status') || body.status === undefined) return undefined
  const status =
    typeof body.status === 'string' && /^\d$/.test(body.status) ? Number(body.status) : body.status
  if (isStatus(status)) return status
  errors.status = ['Please input your status!']
  return undefined
}

function parseRemarks(body: Readonly<Record<string, unknown>>, errors: FieldErrors): string | undefined {
  if (!Object.hasOwn(body, 'remarks') || body.remarks === undefined) return undefined
  if (body.remarks === null) return ''
  if (typeof body.remarks !== 'string') errors.remarks = ['This must be text.']
  else if (body.remarks.length > LIMITS.longText) errors.remarks = [`At most ${LIMITS.longText} characters.`]
  else return body.remarks.trim()
  return undefined
}
