/**
 * Kinds of checks that `npm test` makes at a stop: axe on a phone, axe on a desktop, or whether its table
 * fits.
 */
export type StopCheck = 'phone' | 'desk' | 'table'

/**
 * Page templates, with the checks that `npm test` makes for each: only the stop with `represents` is checked.
 * Stops of one template differ only in their data and fields. A table whose columns may not fit has its own
 * template.
 */
export const TEMPLATES = {
  // Templates of pages without a session
  login: ['phone'],
  'login dialog': ['phone'],
  'login code': ['phone'],
  'mailed link': ['phone'],
  'gateway return': ['phone'],
  'shared pass': ['phone'],

  // Templates of residents' pages
  home: ['phone'],
  menu: ['phone'],
  list: ['phone', 'table'],
  'row menu': ['phone'],
  ticket: ['phone'],
  'ticket form': ['phone'],
  'booking form': ['phone'],
  'booking calendar': ['phone'],
  question: ['phone'],
  posts: ['phone'],
  post: ['phone'],
  conversation: ['phone'],
  'house rules': ['phone'],
  'your data': ['phone'],
  records: ['phone'],
  statements: ['phone', 'table'],
  ledger: ['table'],
  'ways to pay': ['phone'],
  'payment form': ['phone'],
  settings: ['phone'],
  feedback: ['phone'],
  search: ['phone'],
  notifications: ['phone'],
  'closed service': ['phone'],
  'not found': ['phone'],
  'walk-in question': ['phone'],

  // Templates of the office's pages
  'my work': ['desk', 'table'],
  'office menu': ['phone'],
  'office list': ['phone', 'table'],
  'empty list': ['phone'],
  'office calendar': ['desk'],
  'office ticket': ['desk'],
  'office form': ['phone'],
  'small form': ['phone'],
  choice: ['phone'],
  calendar: ['desk'],
  record: ['phone'],
  'amenity rules': ['phone', 'desk'],
  section: ['phone'],
  dashboard: ['phone'],
  report: ['table'],
  'office statements': ['table'],
  'office ledger': ['phone'],
  payments: ['table'],
  payment: ['desk'],
  receipts: ['table'],
  counter: ['phone'],
  'bank matching': ['phone'],
  import: ['phone'],
  announcements: ['table'],
  editor: ['phone'],
  'office records': ['table'],
  tenants: ['table'],
  administrators: ['table'],
  access: ['phone'],
  sessions: ['table'],
  'office settings': ['phone'],
  'record of processing': ['phone', 'table'],
  account: ['phone'],
  gate: ['phone'],
  verdict: ['phone'],
  'audit log': ['phone'],
} as const satisfies Record<string, readonly StopCheck[]>

export type Template = keyof typeof TEMPLATES
