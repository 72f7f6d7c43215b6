import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'

/** Keyed by ticket id. A value is a text such as 'Liza Villanueva approved it.' */
const decisionTextById = createStore<ReadonlyMap<number, string>>(new Map())

/**
 * Returns the tickets whose rows show no step button until the ticket is opened or the list is left.
 * Otherwise the next step would appear at the place where the user just clicked.
 */
export const useDecisionsOfOthers = (): ReadonlyMap<number, string> => useStore(decisionTextById)

export const recordDecisionOfOther = (id: number, words: string): void =>
  decisionTextById.set(new Map([...decisionTextById.get(), [id, words]]))

export function forgetDecisionsOfOthers(id?: number): void {
  if (decisionTextById.get().size === 0) return
  decisionTextById.set(
    new Map(id === undefined ? [] : [...decisionTextById.get()].filter(([other]) => other !== id)),
  )
}
