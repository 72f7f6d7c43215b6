import { richText, text, type Form } from '../forms/fields.ts'

export const NOTICE_TITLE = 'Privacy Notice'
export const CONTENT_REQUIRED = 'Please input the privacy notice!'
export const CHANGES_REQUIRED = 'Please input what changed!'
export const MAX_CHANGES_LENGTH = 200
export const UNCHANGED_MESSAGE = 'This is the text of the published version. Change it before you publish.'

/** Returns the form of a version of the privacy notice (rules 26.13). */
export const createPrivacyNoticeForm = (hint: string): Form => ({
  fields: {
    content: richText({ label: NOTICE_TITLE, required: CONTENT_REQUIRED, hint }),
    changes: text({
      label: 'What changed',
      required: CHANGES_REQUIRED,
      max: MAX_CHANGES_LENGTH,
      hint: 'One line. Residents read it on their home page.',
    }),
  },
})
