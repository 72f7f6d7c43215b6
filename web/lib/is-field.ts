const FIELDS = 'input, textarea, select, [role="combobox"], [role="listbox"], [role="option"]'

/** Whether the focused element is a field, so that keys type or choose there. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS))
