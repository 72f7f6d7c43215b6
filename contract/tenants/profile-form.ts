import { files, text, type Form } from '../forms/fields.ts'

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
