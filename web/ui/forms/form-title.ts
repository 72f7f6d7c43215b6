/** Returns the title of an office's form: 'ADD GATE PASS', 'VIEW TENANT' where it may only be read (rules 15.28). */
export const formTitle = (verb: 'ADD' | 'EDIT' | 'VIEW', noun: string): string =>
  `${verb} ${noun.toUpperCase()}`
