import { choice, dateTime, files, longText, text } from '../forms/fields.ts'
import type { Form } from '../forms/validate.ts'

/** Building circulars and memorandums (rules 9.16). */
export const memorandumForm = {
  fields: {
    memoNumber: text({ label: 'Memo Number', max: 50 }),
    title: text({ label: 'Title', required: 'Please input your title!' }),
    description: longText({ label: 'Description', required: 'Please input your description!' }),
    date: dateTime({ label: 'Date', required: 'Please input your date!', precision: 'day', initial: 'now' }),
    files: files({
      label: 'Files',
      folder: 'pdf',
      accept: 'pdf',
      max: 50,
      namePrefix: 'memo_',
      hint: 'PDF files.',
    }),
  },
} satisfies Form

/** A header of the house rules (rules 9.18). */
export const policyHeaderForm = {
  fields: {
    header: text({ label: 'Header', required: 'Please input your header!' }),
    files: files({ label: 'Files', folder: 'pdf', accept: 'pdf', max: 50, namePrefix: 'policy_' }),
  },
} satisfies Form

/** One policy under a header. */
export const policyForm = {
  fields: {
    subHeader: text({ label: 'Sub Header', required: 'Please input your sub header!' }),
    title: text({ label: 'Title', required: 'Please input your title!' }),
    date: dateTime({ label: 'Date', required: 'Please input your date!', initial: 'now' }),
    files: files({
      label: 'Files',
      folder: 'pdf',
      accept: 'pdf',
      max: 50,
      namePrefix: 'policy_',
      hint: 'PDF files.',
    }),
  },
} satisfies Form

/** An amenity that residents can reserve (rules 9.22). */
export const amenityForm = {
  fields: {
    title: text({ label: 'Title', required: 'Please input your title!' }),
    description: longText({ label: 'Description', required: 'Please input your description!' }),
    images: files({
      label: 'Images',
      folder: 'amenities',
      accept: 'image',
      max: 3,
      namePrefix: 'amenity_',
      hint: 'Up to 3 images.',
    }),
  },
} satisfies Form

/** An advertisement shown beside residents' lists (rules 9.25). */
export const advertisementForm = {
  fields: {
    title: text({ label: 'Title', required: 'Please input your title!' }),
    url: text({ label: 'URL', required: 'Please input your url!', input: 'url', max: 2048 }),
    description: longText({ label: 'Description', max: 500 }),
    images: files({
      label: 'Image',
      folder: 'advertisements',
      accept: 'image',
      max: 1,
      namePrefix: 'advertisements_',
      hint: '1 image.',
    }),
  },
} satisfies Form

/** Feedback of a resident: 1 to 5 stars and a few words (rules 9.27). */
export const feedbackForm: Form = {
  fields: {
    rate: choice(
      [1, 2, 3, 4, 5].map((value) => ({ value, label: `${value} of 5` })),
      { label: 'Rating', required: 'Please choose 1 to 5 stars!' },
    ),
    message: longText({ label: 'Message', max: 2000 }),
  },
}

/** Fields of the own profile that a resident may change (rules 3.9). */
export const profileForm: Form = {
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
}

/** Cut lengths of the resident's dashboard (rules 15.11). */
export const CARD_CUTS = { memorandumTitle: 100, memorandumDescription: 160, memorandums: 3, ads: 4 } as const
