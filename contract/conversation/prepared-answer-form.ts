import { checkPlaceholders, PLACEHOLDER_HINT } from '../billing/reminders.ts'
import { choice, longText, text, type Form } from '../forms/fields.ts'
import type { PageName } from '../permissions.ts'
import { MODULES } from '../tickets/index.ts'

export const CONVERSATION_PAGES: ReadonlyMap<PageName, string> = new Map([
  ...MODULES.filter(({ route }) => route !== null).map(({ permission, title }): [PageName, string] => [
    permission,
    title,
  ]),
  ['payments', 'Payments'],
  ['tenants', 'Tenants List'],
])

/** Form of a prepared answer: a text that the office uses in many conversations (rules 23.8). */
export const preparedAnswerForm = {
  fields: {
    title: text({ label: 'Title', max: 100, required: 'Please input your title!' }),
    text: longText({ label: 'Text', required: 'Please input your text!', hint: PLACEHOLDER_HINT }),
    page: choice(
      [...CONVERSATION_PAGES].map(([value, label]) => ({ value, label })),
      { label: 'Page', variant: 'select', hint: 'Leave it empty to offer the answer on every page.' },
    ),
  },
  check: ({ text: answerText }) => checkPlaceholders(answerText),
} satisfies Form
