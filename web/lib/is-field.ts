const FIELDS = 'input, textarea, select, [role="combobox"], [role="listbox"], [role="option"]'

/** Whether keys belong to what has the focus: somebody types or chooses there. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS))
