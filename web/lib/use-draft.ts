import { useState } from 'react'

type IsSame<Values> = (one: Values[keyof Values], other: Values[keyof Values]) => boolean

/** State of a form that stores only changes to the saved values. */
export interface Draft<Values extends object> {
  /** Saved values, overlaid by changes; unchanged ones follow the saved ones (rules 11.5). */
  readonly values: Values
  /** Changed values. Only these are sent, so that nobody else's change is undone. */
  readonly changes: Readonly<Partial<Values>>
  readonly isChanged: boolean
  change(part: Readonly<Partial<Values>>): void
  /** Keeps values that were changed again after `sent`. */
  settle(sent: Readonly<Partial<Values>>): void
  undo(): void
}

/** Keeps a form's changes to `saved`; `same` compares two values. */
export function useDraft<Values extends object>(
  saved: Values,
  same: IsSame<Values> = Object.is,
): Draft<Values> {
  const [typed, setTyped] = useState({} as Readonly<Partial<Values>>)
  const changes = pickDifferent(typed, saved, same)
  return {
    values: { ...saved, ...typed },
    changes,
    isChanged: Object.keys(changes).length > 0,
    // A value set back to the saved one is no longer a change.
    change: (part) => setTyped((known) => pickDifferent({ ...known, ...part }, saved)),
    settle: (sent) => setTyped((known) => pickDifferent(known, sent, same)),
    undo: () => setTyped({} as Partial<Values>),
  }
}

/** Returns the entries of `values` that differ from `others`. */
export function pickDifferent<Values extends object>(
  values: Readonly<Partial<Values>>,
  others: Readonly<Partial<Values>>,
  same: IsSame<Values> = Object.is,
): Partial<Values> {
  const different = Object.entries(values).filter(
    ([name, value]) =>
      !Object.hasOwn(others, name) ||
      !same(value as Values[keyof Values], others[name as keyof Values] as Values[keyof Values]),
  )
  return Object.fromEntries(different) as Partial<Values>
}
