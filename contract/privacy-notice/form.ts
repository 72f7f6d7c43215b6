import { richText, text, type Form } from '../forms/fields.ts'

export const NOTICE_TITLE = 'Privacy Notice'
export const NO_CONTENT = 'Please input the privacy notice!'
export const NO_CHANGES = 'Please input what changed!'
export const CHANGES_LENGTH = 200
export const UNCHANGED = 'This is the text of the published version. Change it before you publish.'

/** Returns the form of a version of the privacy notice (rules 26.13). */
export const privacyNoticeForm = (hint: string): Form => ({
  fields: {
    content: richText({ label: NOTICE_TITLE, required: NO_CONTENT, hint }),
    changes: text({
      label: 'What changed',
      required: NO_CHANGES,
      max: CHANGES_LENGTH,
      hint: 'One line. Residents read it on their home page.',
    }),
  },
})
