import { text, wholeNumber, type Form } from '../forms/fields.ts'
import { LIMITS } from '../limits.ts'

const MAX_WALK_IN_PEOPLE = 50

/**
 * Form of a walk-in (visitor without a pass). It asks for no identity papers and no birth date (rules 24.50).
 */
export const walkInForm = {
  fields: {
    name: text({ label: 'Name', max: 100, required: 'Please input the name!' }),
    purpose: text({
      label: 'Purpose',
      max: 100,
      required: 'Please input the purpose!',
      offers: ['Visit', 'Delivery', 'Food delivery', 'Repair', 'Pick-up'],
    }),
    people: wholeNumber({
      label: 'People',
      required: 'Please input how many people!',
      notNumberMessage: 'Please input a number.',
      notWholeMessage: 'Please input a whole number.',
      range: {
        min: 1,
        max: MAX_WALK_IN_PEOPLE,
        message: `Please input a number from 1 to ${MAX_WALK_IN_PEOPLE}.`,
      },
    }),
    plate: text({ label: 'Plate number', max: 20, hint: 'If they come by car or motorcycle.' }),
  },
} satisfies Form

/**
 * Form for the name of the person in the office who admits somebody on the do-not-admit list (rules 24.41).
 */
export const officeApproverForm = {
  fields: {
    officeYes: text({
      label: 'Who in the office approves?',
      max: LIMITS.officeYes,
      required: 'Please input who approves!',
    }),
  },
} satisfies Form

export const PUSH_ANSWER_SECONDS = 120
/**
 * Maximum number of walk-ins (visitors without a pass) that may wait for the answer of one tenant. For
 * further walk-ins, the guard calls the unit.
 */
export const MAX_OPEN_QUESTIONS = 3
/**
 * Maximum number of walk-ins that a tenant may leave unanswered in an hour. After that, the guard calls the
 * unit instead.
 */
export const MAX_UNANSWERED_QUESTIONS = 10
export const MAX_FOUND_UNITS = 20
