import type { FieldErrors } from '../errors.ts'
import { choice, dateTime, files, longText, switchField, richText, text, type Form } from '../forms/fields.ts'

export const POST_TYPES = [
  { value: 'ANNOUNCEMENTS', label: 'Announcement', tag: 'ANNOUNCEMENTS', icon: 'megaphone' },
  { value: 'EVENTS', label: 'Event', tag: 'EVENTS', icon: 'calendar' },
] as const

/**
 * Form of an announcement or event (rules 9.1). A post without a start or end date has no limit on that side.
 */
export const postForm: Form = {
  fields: {
    title: text({ label: 'Title', required: 'Please input your title!' }),
    description: longText({ label: 'Description', required: 'Please input your description!' }),
    content: richText({ label: 'Content' }),
    type: choice(POST_TYPES, { label: 'Type', required: 'Please input your type!' }),
    attachedUrl: text({
      label: 'Attached URL',
      required: 'Please input your attached url!',
      input: 'url',
      max: 2048,
    }),
    startDate: dateTime({ label: 'Start Date', hint: 'Leave it empty to show the post at once.' }),
    endDate: dateTime({ label: 'End Date', hint: 'Leave it empty to show the post until you delete it.' }),
    image: files({ label: 'Image', folder: 'images', accept: 'image', max: 1, namePrefix: 'post_' }),
    enableMessaging: switchField({ label: 'Comments', initial: 1 }),
    urgent: switchField({
      label: 'Urgent',
      initial: 0,
      hint: 'By mail and on phones to every resident at once, also in their quiet hours.',
    }),
  },
  check: ({ startDate, endDate }): FieldErrors => {
    if (typeof startDate !== 'string' || typeof endDate !== 'string' || endDate > startDate) return {}
    return { endDate: ['The end date must be after the start date.'] }
  },
}

export const commentForm = {
  fields: { comment: longText({ label: 'Comment', required: 'Please input your comment!', max: 2000 }) },
} satisfies Form

/**
 * Maximum lengths of a post's title and description in lists and charts, in characters (rules 13.20, 15.11,
 * 15.12).
 */
export const POST_TEXT_LENGTHS = {
  latestTitle: 120,
  latestDescription: 250,
  listTitle: 120,
  chartTitle: 75,
} as const
