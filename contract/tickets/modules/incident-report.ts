import { dateTime, files, longText, reference, text } from '../../forms/fields.ts'
import { defineModule } from '../define-module.ts'

const pictureFieldProps = {
  folder: 'incidentreports',
  accept: 'image',
  max: 3,
  namePrefix: 'incident_report_',
  personal: 'household',
} as const
const videoFieldProps = {
  folder: 'videos',
  accept: 'video',
  max: 1,
  namePrefix: 'incident_report_',
  personal: 'household',
} as const
const closedCaseFieldProps = { writers: ['admin'], on: ['update'], afterApproval: true } as const

/** Incident report (rules 5.6 and 5.7). */
export const incidentReport = defineModule({
  name: 'incidentReport',
  permission: 'reports',
  setting: 'incident',
  prefix: 'IR',
  path: { one: 'report', many: 'reports' },
  route: '/incident-reports',
  title: 'Incident Reports',
  noun: { one: 'incident report', many: 'incident reports' },
  toast: { resident: 'Incident Report', admin: 'Incident Report' },
  description: 'Tell the office what happened, with pictures.',
  searchHint: 'Search ticket, client or title',
  icon: 'shield-alert',
  fields: {
    title: text({ label: 'Title', required: 'Please input your title!', personal: 'household' }),
    description: longText({
      label: 'Description',
      required: 'Please input your description!',
      personal: 'household',
    }),
    comment: longText({ label: 'Comment', writers: ['admin'], afterApproval: true, personal: 'household' }),
    images: files({ label: 'Images', ...pictureFieldProps, hint: 'Up to 3 images.' }),
    video: files({ label: 'Video', ...videoFieldProps, hint: '1 video.' }),
    caseClosedImages: files({ label: 'Case closed images', ...pictureFieldProps, ...closedCaseFieldProps }),
    caseClosedVideos: files({ label: 'Case closed video', ...videoFieldProps, ...closedCaseFieldProps }),
    // Stored incident reports have these three fields, but no form contains them (rules 5.7).
    amenityId: reference('amenity', { label: 'Amenity', writers: [] }),
    startTime: dateTime({ label: 'Start Time', writers: [] }),
    endTime: dateTime({ label: 'End Time', writers: [] }),
  },
  recordedTimes: {
    approvalDate: 'approved',
    reviewDate: 'ongoing',
    completedDate: 'completed',
    caseClosedDate: 'completed',
  },
  residentColumns: {
    ticketNumber: 'Ticket Number',
    title: 'Title',
    description: 'Description',
    images: 'Images',
    video: 'Video',
  },
  officeColumns: { title: 'Title', images: 'Images', video: 'Video', created_at: 'Created Date' },
  facts: {
    approver: 'Approved By',
    verifier: 'Verified By',
    amenity: 'Amenity',
    startTime: 'Start Time',
    endTime: 'End Time',
  },
  csv: {
    file: 'Incident Reports.csv',
    keys: ['title', 'description', 'status', 'remarks', 'comment', 'reviewDate', 'caseClosedDate'],
  },
  card: { heading: 'title', line: ['created_at', 'images'] },
  example: {
    title: 'Broken glass at the lobby',
    description: 'The left panel of the main door is cracked. Please cordon it off.',
  },
})
