import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { updatePass } from '#features/passes/changes.ts'
import { requirePermission, type Actor, type AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { PortalError, createInvalidInputError, requireFound } from '#platform/errors.ts'
import { getFileKeys, moveFiles, type FilesByField } from '#platform/files/claim-files.ts'
import { findTenant } from '#platform/find-tenant.ts'
import { createIdempotently } from '#platform/http/create-idempotently.ts'
import { isOutdated } from '#platform/last-seen.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import {
  findApprovalErrors,
  parseForm,
  type Details,
  type ParseContext,
} from '@tahanan/contract/forms/validate.ts'
import { STATUS, type Status, type StoredStatus } from '@tahanan/contract/statuses.ts'
import type { TicketAction, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { getTicketSearchText } from './get-ticket-search-text.ts'
import { describeLastChange, toEventValues, recordEvent } from './history.ts'
import {
  hasMoreChanges,
  parseNewTicket,
  toWriter,
  type ParsedTicket,
  type TicketUpdate,
} from './parse-new-ticket.ts'
import {
  mayDelete,
  mayEditAfterApproval,
  mayEditFields,
  requireFlags,
  getStatusFlags,
  getSubmitFlags,
  type TicketState,
} from './policy.ts'
import {
  claimTicket,
  findTicketRow,
  insertTicket,
  lockTicketById,
  updateTicket,
  markTicketAsVerified,
  type ClaimedTicket,
  type GateStep,
  type TicketRow,
} from './repository.ts'
import { requireAuditedTicket } from './require-audited-ticket.ts'
import { approveAutomatically } from './reservations/approve-automatically.ts'
import {
  hasAmount,
  isAmountSetByOffice,
  isBookingChanged,
  getNewPrice,
  isHoldingStatus,
  lockAmenity,
  PRICE_MARK,
  requireBookingAllowed,
  startPaymentPeriod,
  updateBooking,
  addPrice,
} from './reservations/bookings.ts'
import { offerFreedTime, rejectPaymentIfFreed } from './reservations/reject-payment-if-freed.ts'
import {
  createChangedNotification,
  createFiledNotification,
  isRefusalStatus,
} from './ticket-notifications.ts'

const toState = (row: TicketRow): TicketState => ({
  status: row.status,
  verified: row.verified_by_id !== null,
})

export function createTicketFromRequest(
  services: PlatformContext,
  request: FastifyRequest,
  module: TicketModule,
  body: Readonly<Details>,
): Promise<TicketRow> {
  const { db, config } = services
  const { actor } = request
  const prepareTicket = async () => {
    const ticket = await parseNewTicket(db, actor, module, body, config.communityTimeZone)
    const claimedTicket = await claimTicket(db, module, ticket.details, config.communityTimeZone)
    return async (tx: Tx) => {
      const ticketRow = await createTicket(tx, actor, module, ticket, claimedTicket, config.communityTimeZone)
      return { id: ticketRow.id, record: ticketRow }
    }
  }
  return createIdempotently(services, request, prepareTicket, (from, id) =>
    requireAuditedTicket(from, request, module, id),
  )
}

/**
 * Creates a ticket in the caller's transaction and returns its row. One query inserts ticket, history event,
 * notification and live event. A resident's booking of an amenity with automatic approval is approved at
 * once. Throws `againstRules`, and 409 if the time is taken.
 */
export async function createTicket(
  tx: Tx,
  actor: Actor,
  module: TicketModule,
  newTicket: ParsedTicket,
  claimedTicket: ClaimedTicket,
  timeZone: string,
): Promise<TicketRow> {
  const { id } = claimedTicket
  const { tenant, remarks, confirmedRules: isConfirmed = false } = newTicket
  const amenity = await lockAmenity(tx, module, newTicket.details)
  const details = newTicket.isPriced ? addPrice(amenity, newTicket.details, timeZone) : newTicket.details
  const stateAfter = { status: STATUS.approval, details }
  const overriddenRule = await requireBookingAllowed(tx, amenity, {
    tenantId: tenant.id,
    stateAfter,
    timeZone,
    isConfirmed,
  })
  const ticket = {
    ...claimedTicket,
    module: module.name,
    tenantId: tenant.id,
    details: JSON.stringify(details),
    remarks: remarks ?? '',
    searchText: getTicketSearchText(module, details, amenity?.title ?? null),
    postById: actor.area === 'admin' ? actor.id : null,
  }
  const isPricedForOffice =
    actor.area === 'admin' && amenity && newTicket.isPriced && !hasAmount(newTicket.details)
  const filedEvent = toEventValues(actor, {
    ticketId: id,
    from: null,
    to: STATUS.approval,
    fields: isPricedForOffice ? [PRICE_MARK] : [],
    remark: remarks || null,
    overridden: overriddenRule,
  })
  const filedNotification = {
    page: module.permission,
    ...createFiledNotification(module, claimedTicket, tenant),
  }
  const row = await insertTicket(
    tx,
    ticket,
    filedEvent,
    actor.area === 'client' ? filedNotification : undefined,
  )
  await updateBooking(tx, module, id, stateAfter, amenity)
  await moveFiles(tx, actor, { kind: 'ticket', id }, {}, getFilesByField(module, details))
  if (actor.area !== 'client' || amenity?.rules.automatic !== 1) return row
  await approveAutomatically(tx, module, row, timeZone)
  return requireFound(await findTicketRow(tx, id, { module: module.name }))
}

/**
 * Changes a ticket after locking it, so that a simultaneous change or deletion is not lost. Throws 403, 404,
 * 400 or 409. Writes nothing if nothing changes.
 */
export async function applyTicketUpdate(
  tx: Tx,
  actor: Actor,
  module: TicketModule,
  id: number,
  update: TicketUpdate,
  timeZone: string,
): Promise<void> {
  const row = await lockTicketRow(tx, actor, module, id)
  const createRefusal = (code: RefusalCode) =>
    createTicketRefusal(tx, { actor, module, id, code, seen: update.updatedAt })
  if (actor.area === 'client' && row.status !== STATUS.approval) throw await createRefusal('locked')
  const context: ParseContext = {
    writer: toWriter(actor),
    action: 'update',
    timeZone,
    now: new Date(),
    storedValues: row.details,
  }
  const { values, errors } = parseForm(module, update.body, context)
  const changedDetails = Object.keys(values).filter(
    (key) => !isDeepStrictEqual(values[key], row.details[key] ?? null),
  )
  const newTenantId =
    actor.area === 'admin' && isOtherTenant(update.body.tenantId, row) ? update.body.tenantId : undefined
  const changedFields = newTenantId === undefined ? changedDetails : ['tenantId', ...changedDetails]
  const status = actor.area === 'admin' ? (update.status ?? row.status) : row.status
  const remarks = actor.area === 'admin' ? (update.remarks ?? row.remarks) : row.remarks
  const statusChanged = status !== row.status
  const remarksChanged = remarks !== row.remarks

  if (
    actor.area === 'admin' &&
    isLockedFor(actor, module, row, { changedFields, status, statusChanged, remarksChanged })
  )
    throw await createRefusal('locked')
  const newDetails = { ...row.details, ...values }
  if (statusChanged && status === STATUS.approved)
    Object.assign(errors, findApprovalErrors(module, newDetails))
  if (Object.keys(errors).length > 0) throw createInvalidInputError(errors)
  if (isOutdated(update.updatedAt, row.updated_at)) throw await createRefusal('conflict')
  if (update.onlyOnce && !statusChanged) throw await createRefusal('alreadyDone')
  if (changedFields.length === 0 && !statusChanged && !remarksChanged) return
  const tenant = newTenantId === undefined ? undefined : await findTenant(tx, newTenantId)
  if (newTenantId !== undefined && !tenant)
    throw createInvalidInputError({ tenantId: ['Please choose your tenant!'] })

  const bookingChanges = isBookingChanged(row, { status, details: newDetails })
  const shouldCheckBooking =
    bookingChanges || tenant !== undefined || (statusChanged && status === STATUS.approved)
  const isOtherAmenity = newDetails.amenityId !== row.details.amenityId
  // If the amenity was deleted, its reservation can still be approved or rejected. But its amenity and times
  // cannot be changed.
  const amenity =
    isOtherAmenity || (shouldCheckBooking && isHoldingStatus(status))
      ? await lockAmenity(tx, module, newDetails, { mayBeGone: !bookingChanges })
      : null
  const amenityTitle = amenity?.title ?? row.amenity_title
  if (amenity && bookingChanges && actor.area === 'client') {
    const isSetByOffice = await isAmountSetByOffice(tx, id)
    const priceChange = { timeZone, isSetByOffice, isOtherAmenity }
    Object.assign(newDetails, getNewPrice(amenity, row.details, newDetails, priceChange))
    if (newDetails.estimatedAmount !== row.details.estimatedAmount) changedFields.push('estimatedAmount')
  }
  const overriddenRule = await requireBookingAllowed(tx, amenity, {
    tenantId: tenant?.id ?? row.tenant_id,
    stateBefore: { id, tenantId: row.tenant_id, status: row.status, details: row.details },
    stateAfter: { status, details: newDetails },
    timeZone,
    isConfirmed: update.confirmedRules ?? false,
  })
  await updateTicket(tx, id, {
    status,
    details: newDetails,
    remarks,
    searchText: getTicketSearchText(module, newDetails, amenityTitle),
    approvedById: actor.area === 'admin' ? actor.id : null,
    tenantId: tenant?.id,
  })
  if (bookingChanges) await updateBooking(tx, module, id, { status, details: newDetails }, amenity)
  if (bookingChanges) await offerFreedTime(tx, module, row, { status, details: newDetails }, timeZone)
  const shouldRestartPaymentPeriod =
    statusChanged || bookingChanges || changedFields.includes('estimatedAmount')
  const hasPayTime =
    module.heldResource === 'amenity' && status === STATUS.approved && shouldRestartPaymentPeriod
  const paymentPeriod = hasPayTime ? await startPaymentPeriod(tx, id) : null
  await rejectPaymentIfFreed(tx, actor, module, row, status)
  const stateBefore = { tenantId: row.tenant_id, status: row.status, details: row.details }
  const stateAfter = { tenantId: tenant?.id ?? row.tenant_id, status, details: newDetails }
  await moveFiles(
    tx,
    actor,
    { kind: 'ticket', id },
    getFilesByField(module, row.details),
    getFilesByField(module, newDetails),
  )
  const newRemark = remarksChanged ? remarks : null
  await updatePass(tx, module, id, { before: stateBefore, after: stateAfter, timeZone })
  const shouldNotifyTenant = actor.area === 'admin' && (statusChanged || remarksChanged)
  const changedNotification = shouldNotifyTenant && {
    tenantId: stateAfter.tenantId,
    ...createChangedNotification(
      module,
      { id, ticketNumber: row.ticket_number, details: newDetails, amenity: amenityTitle },
      {
        status: statusChanged ? status : undefined,
        pay: paymentPeriod,
        remarks: remarksChanged || (statusChanged && isRefusalStatus(status)) ? remarks : undefined,
      },
      timeZone,
    ),
  }
  const changeEvent = {
    ticketId: id,
    from: row.status,
    to: status,
    fields: changedFields,
    remark: newRemark,
    overridden: overriddenRule,
  }
  await recordEvent(tx, actor, changeEvent, changedNotification || undefined)
}

/**
 * Changes a ticket's status after an entry or exit at the gate. The guard needs only the permission
 * `gate.scan` (rules 24.16). Does not change the gate pass and does not notify the resident, because the
 * gate's own code does that. Throws 403 and 404. Writes nothing if the ticket already has the target status.
 */
export async function updateStatusByGate(
  tx: Tx,
  actor: AdminActor,
  module: TicketModule,
  id: number,
  { status, step }: { readonly status: Status; readonly step: GateStep },
): Promise<void> {
  const row = await lockTicketRow(tx, actor, module, id)
  requirePermission(actor, 'gate', 'scan')
  if (status === row.status) return
  await updateTicket(tx, id, {
    status,
    details: row.details,
    remarks: row.remarks,
    searchText: getTicketSearchText(module, row.details, row.amenity_title),
    approvedById: actor.id,
    gate: step,
  })
  const author = step.name === '' ? actor : { ...actor, name: `${actor.name}, ${step.name}` }
  await recordEvent(tx, author, { ticketId: id, from: row.status, to: status })
}

interface TicketChangeParts {
  changedFields: readonly string[]
  status: StoredStatus
  statusChanged: boolean
  remarksChanged: boolean
}

/**
 * Throws 403 unless the administrator has the permission flags for a change (rules 4.4 to 4.8). Returns true
 * if the change includes fields that cannot be edited in the ticket's status.
 */
function isLockedFor(
  actor: AdminActor,
  module: TicketModule,
  row: TicketRow,
  change: TicketChangeParts,
): boolean {
  requireFlags(actor, module, getSubmitFlags(module))
  if (change.statusChanged) requireFlags(actor, module, getStatusFlags(actor, module, change.status))
  else if (change.remarksChanged && !mayEditAfterApproval(actor, module)) {
    requireFlags(actor, module, getStatusFlags(actor, module, row.status))
  }
  if (change.changedFields.length === 0) return false
  requireFlags(actor, module, module.flags.edit)
  const hasRestrictedFieldChange = change.changedFields.some((key) => !module.fields[key]?.afterApproval)
  return hasRestrictedFieldChange && !mayEditFields(actor, module, toState(row))
}

/**
 * Performs a workflow step on a ticket: sets a status or verifies the ticket, and saves other given fields
 * too. Throws 409 if the step was already performed.
 */
export async function applyWorkflowStep(
  tx: Tx,
  actor: AdminActor,
  module: TicketModule,
  id: number,
  { action, update, timeZone }: { action: TicketAction; update: TicketUpdate; timeZone: string },
): Promise<void> {
  if (action.effect === 'status') {
    const step = { ...update, status: action.status, onlyOnce: true }
    return applyTicketUpdate(tx, actor, module, id, step, timeZone)
  }
  if (!hasMoreChanges(module, update)) return verifyTicketOnce(tx, actor, module, id, update.updatedAt)
  await applyTicketUpdate(tx, actor, module, id, update, timeZone)
  return verifyTicketOnce(tx, actor, module, id)
}

async function verifyTicketOnce(
  tx: Tx,
  actor: AdminActor,
  module: TicketModule,
  id: number,
  updatedAt?: Date,
): Promise<void> {
  const row = await lockTicketRow(tx, actor, module, id)
  const createRefusal = (code: RefusalCode) =>
    createTicketRefusal(tx, { actor, module, id, code, seen: updatedAt })
  if (isOutdated(updatedAt, row.updated_at)) throw await createRefusal('conflict')
  if (row.verified_by_id !== null) throw await createRefusal('alreadyDone')
  await markTicketAsVerified(tx, id, actor.id)
  await recordEvent(tx, actor, { ticketId: id, from: row.status, to: row.status, fields: ['verified'] })
}

/** Soft-deletes a ticket (rules 4.9): sets its status to 0 and frees its booking. Its history remains. */
export async function deleteTicket(
  tx: Tx,
  actor: Actor,
  module: TicketModule,
  id: number,
  timeZone: string,
): Promise<void> {
  const row = await lockTicketRow(tx, actor, module, id)
  if (!mayDelete(actor, module, toState(row)))
    throw await createTicketRefusal(tx, { actor, module, id, code: 'locked' })
  await updateTicket(tx, id, {
    status: STATUS.deleted,
    details: row.details,
    remarks: row.remarks,
    searchText: getTicketSearchText(module, row.details, row.amenity_title),
    approvedById: null,
  })
  const deletedState = { status: STATUS.deleted, details: row.details }
  await updateBooking(tx, module, id, deletedState, null)
  await offerFreedTime(tx, module, row, deletedState, timeZone)
  await rejectPaymentIfFreed(tx, actor, module, row, STATUS.deleted)
  const ticketOfNotification = {
    id,
    ticketNumber: row.ticket_number,
    details: row.details,
    amenity: row.amenity_title,
  }
  const deletedNotification = actor.area === 'admin' && {
    tenantId: row.tenant_id,
    ...createChangedNotification(module, ticketOfNotification, { status: STATUS.deleted }, timeZone),
    link: module.route ?? '/services',
  }
  const event = { ticketId: id, from: row.status, to: STATUS.deleted }
  await recordEvent(tx, actor, event, deletedNotification || undefined)
}

type RefusalCode = 'conflict' | 'alreadyDone' | 'locked'

interface TicketRefusal {
  actor: Actor
  module: TicketModule
  id: number
  code: RefusalCode
  seen?: Date | undefined
}

export async function createTicketRefusal(
  tx: Tx,
  { actor, module, id, code, seen }: TicketRefusal,
): Promise<PortalError> {
  return new PortalError(code, { change: await describeLastChange(tx, actor, module, id, seen) })
}

/** Locks a ticket and returns it. Throws 404 if it is unknown or another resident's. */
export async function lockTicketRow(
  tx: Tx,
  actor: Actor,
  module: TicketModule,
  id: number,
): Promise<TicketRow> {
  const tenantId = actor.area === 'client' ? actor.id : undefined
  await lockTicketById(tx, id, { module: module.name, tenantId })
  return requireFound(await findTicketRow(tx, id, { module: module.name, tenantId }))
}

const isOtherTenant = (tenantId: unknown, row: TicketRow) =>
  tenantId !== undefined && tenantId !== null && Number(tenantId) !== row.tenant_id

const getFilesByField = (module: TicketModule, details: Readonly<Details>): FilesByField =>
  Object.fromEntries(
    Object.entries(module.fields)
      .filter(([, field]) => field.kind === 'files')
      .map(([key]) => [key, getFileKeys(details[key])]),
  )
