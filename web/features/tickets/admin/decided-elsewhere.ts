import { createStore } from '#lib/store.ts'
import { useStore } from '#lib/use-store.ts'

/**
 * Decisions of colleagues by ticket id, for tickets that the reader had not decided yet: 'Liza Villanueva approved it.'
 */
const deeds = createStore<ReadonlyMap<number, string>>(new Map())

/**
 * Returns the tickets whose step was refused because somebody else was first. Their rows offer no step, since another
 * one would be at the place of the refused one, until they are opened or the list is left.
 */
export const useDecidedElsewhere = (): ReadonlyMap<number, string> => useStore(deeds)

export const noteDecidedElsewhere = (id: number, words: string): void =>
  deeds.set(new Map([...deeds.get(), [id, words]]))

/** Offers the steps of a ticket again; of all tickets without an id. */
export function forgetDecidedElsewhere(id?: number): void {
  if (deeds.get().size === 0) return
  deeds.set(new Map(id === undefined ? [] : [...deeds.get()].filter(([other]) => other !== id)))
}
