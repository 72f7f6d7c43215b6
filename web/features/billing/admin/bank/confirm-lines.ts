import { api } from '#lib/api/api.ts'
import type { RowName } from '#lib/saving-rows.ts'
import { deselectRows } from '#ui/list-pages/selection.ts'
import type { BankLine } from '@tahanan/contract/billing/bank-answers.ts'

const PAIRS_PER_CALL = 500

export type LineWithPayment = Pick<BankLine, 'id'> & {
  payment: Pick<NonNullable<BankLine['payment']>, 'id'> | null
}

export const toLineRowName = (id: number): RowName => `line ${id}`

/** The payment next to each line, by the line's id, as the list last showed it. */
export type ShownPaymentIds = ReadonlyMap<number, number>

export const addShownLines = (
  shownIds: ShownPaymentIds,
  lines: readonly LineWithPayment[],
): ShownPaymentIds =>
  new Map([...shownIds, ...lines.flatMap(({ id, payment }) => (payment ? [[id, payment.id] as const] : []))])

/**
 * Leaves out lines whose payment differs from the one that the list showed. Keeps lines that were never shown
 * with a payment: those of other pages if all lines are selected.
 */
export function filterLinesAsShown<Line extends LineWithPayment>(
  lines: readonly Line[],
  shownIds: ShownPaymentIds,
): Line[] {
  return lines.filter(({ id, payment }) => !shownIds.has(id) || shownIds.get(id) === payment?.id)
}

/** Matches each line with its payment and deselects it. Returns the number of matches. */
export async function confirmLines(lines: readonly LineWithPayment[]): Promise<number> {
  const matchedPairs = lines.flatMap(({ id, payment }) =>
    payment ? [{ lineId: id, paymentId: payment.id }] : [],
  )
  for (let pairIndex = 0; pairIndex < matchedPairs.length; pairIndex += PAIRS_PER_CALL) {
    const pairs = matchedPairs.slice(pairIndex, pairIndex + PAIRS_PER_CALL)
    await api.post('/bank-matches', { pairs })
    deselectRows(pairs.map(({ lineId }) => toLineRowName(lineId)))
  }
  return matchedPairs.length
}
