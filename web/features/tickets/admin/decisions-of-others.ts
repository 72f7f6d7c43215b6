import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'

const decisionTextById = createStore<ReadonlyMap<number, string>>(new Map())

/**
 * Returns the tickets that another administrator has just decided. Their rows in the list show no step
 * button. Otherwise the next step would appear at the place where the user just clicked. The button returns
 * when the ticket is opened or the list is left.
 */
export const useDecisionsOfOthers = (): ReadonlyMap<number, string> => useStore(decisionTextById)

export const recordDecisionOfOther = (id: number, decisionText: string): void =>
  decisionTextById.set(new Map([...decisionTextById.get(), [id, decisionText]]))

export function forgetDecisionsOfOthers(id?: number): void {
  if (decisionTextById.get().size === 0) return
  decisionTextById.set(
    new Map(id === undefined ? [] : [...decisionTextById.get()].filter(([ticketId]) => ticketId !== id)),
  )
}
