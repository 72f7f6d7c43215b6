/** Returns the title of a form: 'ADD GATE PASS', or 'VIEW TENANT' if it is read-only (rules 15.28). */
export const getFormTitle = (verb: 'ADD' | 'EDIT' | 'VIEW', noun: string): string =>
  `${verb} ${noun.toUpperCase()}`
