import { choice, files, longText, text, type Form } from '../forms/fields.ts'

/** Feedback of a resident: 1 to 5 stars and a few words (rules 9.27). */
export const feedbackForm = {
  fields: {
    rate: choice(
      [1, 2, 3, 4, 5].map((value) => ({ value, label: `${value} of 5` })),
      { label: 'Rating', required: 'Please choose 1 to 5 stars!' },
    ),
    message: longText({ label: 'Message', max: 2000 }),
  },
} satisfies Form

/** Fields of their profile that a resident may change (rules 3.9). */
export const profileForm = {
  fields: {
    socialMediaAccount: text({ label: 'Social Media Account' }),
    image: files({
      label: 'Profile image',
      folder: 'images',
      accept: 'image',
      max: 1,
      namePrefix: 'profile_',
    }),
  },
} satisfies Form
