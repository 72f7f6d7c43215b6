/** 'ADD GATE PASS', or 'VIEW TENANT' if read-only (rules 15.28). */
export const getFormTitle = (verb: 'ADD' | 'EDIT' | 'VIEW', noun: string): string =>
  `${verb} ${noun.toUpperCase()}`
