import { useState } from 'react'

type Same<Values> = (one: Values[keyof Values], other: Values[keyof Values]) => boolean

/** A form that holds only the changes to the saved values. */
export interface Draft<Values extends object> {
  /** Values that the form shows: the saved ones, with the changes over them. Unchanged ones follow what is saved (rules 11.5). */
  readonly values: Values
  /** Changed values: only these are sent, so that nobody else's change is undone. */
  readonly changes: Readonly<Partial<Values>>
  readonly isChanged: boolean
  change(part: Readonly<Partial<Values>>): void
  /** Called after `sent` was saved: values changed again meanwhile are kept. */
  settle(sent: Readonly<Partial<Values>>): void
  undo(): void
}

/** A form's draft over `saved`; `same` tells whether a value is the saved one. */
export function useDraft<Values extends object>(
  saved: Values,
  same: Same<Values> = Object.is,
): Draft<Values> {
  const [typed, setTyped] = useState({} as Readonly<Partial<Values>>)
  const changes = differing(typed, saved, same)
  return {
    values: { ...saved, ...typed },
    changes,
    isChanged: Object.keys(changes).length > 0,
    // a value set back to the saved one is no change, and follows it again
    change: (part) => setTyped((known) => differing({ ...known, ...part }, saved)),
    settle: (sent) => setTyped((known) => differing(known, sent, same)),
    undo: () => setTyped({} as Partial<Values>),
  }
}

/** Returns the entries of `values` that differ in `others`. */
export function differing<Values extends object>(
  values: Readonly<Partial<Values>>,
  others: Readonly<Partial<Values>>,
  same: Same<Values> = Object.is,
): Partial<Values> {
  const left = Object.entries(values).filter(
    ([name, value]) =>
      !Object.hasOwn(others, name) ||
      !same(value as Values[keyof Values], others[name as keyof Values] as Values[keyof Values]),
  )
  return Object.fromEntries(left) as Partial<Values>
}
