import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'

/**
 * Decisions of colleagues by ticket id, on tickets that the reader had not decided yet: 'Liza Villanueva
 * approved it.'
 */
const decisions = createStore<ReadonlyMap<number, string>>(new Map())

/**
 * Returns the tickets whose step was rejected because another administrator was first. Their rows show no
 * step until they are opened or the list is left, because the next step would appear in the place of the
 * rejected one.
 */
export const useDecidedElsewhere = (): ReadonlyMap<number, string> => useStore(decisions)

export const recordDecisionElsewhere = (id: number, words: string): void =>
  decisions.set(new Map([...decisions.get(), [id, words]]))

export function forgetDecidedElsewhere(id?: number): void {
  if (decisions.get().size === 0) return
  decisions.set(new Map(id === undefined ? [] : [...decisions.get()].filter(([other]) => other !== id)))
}
