import type { Tx } from '#platform/db/client.ts'
import { createInvalidInputError, PortalError } from '#platform/errors.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { findAddressProblem } from '@tahanan/contract/lists/address.ts'
import type { OfficeList } from '@tahanan/contract/lists/office-lists.ts'
import { toOneLine } from '@tahanan/contract/text/one-line.ts'
import { insertView, listViews, lockOwner, type ViewScope } from './repository.ts'

/**
 * Saves a view of a list (rules 13.30). Throws 400 with a field error for unknown parameters in the query,
 * for a name in use, and for a list that already has `LIMITS.views` views.
 */
export async function saveView(
  tx: Tx,
  list: OfficeList,
  { adminId, page, ...input }: ViewScope & { name: string; query: string },
) {
  const addressProblem = findAddressProblem(list, new URLSearchParams(input.query))
  if (addressProblem !== undefined) throw createInvalidInputError({ query: [addressProblem] })
  const name = toOneLine(input.name)
  if (!(await lockOwner(tx, adminId))) throw new PortalError('noSession')
  const views = await listViews(tx, { adminId, page })
  if (views.some((view) => view.name === name))
    throw createInvalidInputError({ name: ['You have a view of this name already.'] })
  if (views.length >= LIMITS.views)
    throw createInvalidInputError({ name: [`You have ${LIMITS.views} views here. Please delete one first.`] })
  return insertView(tx, { adminId, page, name, query: input.query })
}
