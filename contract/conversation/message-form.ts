import type { FieldErrors } from '../errors.ts'
import { files, longText, type Form } from '../forms/fields.ts'
import { LIMITS } from '../limits.ts'

export const messageForm = {
  fields: {
    text: longText({ label: 'Message' }),
    files: files({
      label: 'Files',
      folder: 'attachments',
      accept: ['image', 'pdf'],
      max: LIMITS.attachments,
      namePrefix: 'attachment_',
    }),
  },
  check: ({ text, files: attachments }): FieldErrors =>
    text === null && Array.isArray(attachments) && attachments.length === 0
      ? { text: ['Please write something, or add a file.'] }
      : {},
} satisfies Form
