import { choice, longText, type Form } from '../forms/fields.ts'

/** Form with which residents rate the office (rules 9.27). */
export const feedbackForm = {
  fields: {
    rate: choice(
      [1, 2, 3, 4, 5].map((value) => ({ value, label: `${value} of 5` })),
      { label: 'Rating', required: 'Please choose 1 to 5 stars!' },
    ),
    message: longText({ label: 'Message', max: 2000 }),
  },
} satisfies Form
