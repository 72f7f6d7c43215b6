import {
  declareStaffActionColumns,
  declareBlankedColumns,
  declareBlankedFiles,
  declareDerivedColumns,
  declareKeptColumns,
  declarePseudonymisedColumns,
  declareDeletedColumns,
  defineTable,
  type PersonalColumn,
} from './define-register.ts'

const TICKET_DATA = { basis: 'contract', retention: 'closedTickets' } as const
const TICKET_LINK = { column: 'ticket_id', table: 'tickets' } as const
const GATE_DATA = {
  purpose: 'To know who is inside and who came, and to let in only those who were announced.',
  basis: 'interest',
} as const

const declareFormFields = (): Readonly<Record<string, PersonalColumn>> => ({
  details: { dataSubject: 'household', erasure: 'fields' },
})

export const TICKET_TABLES = {
  tickets: defineTable({
    ...TICKET_DATA,
    title: 'Service tickets',
    data: 'What the form asks: names, texts, dates, pictures; remarks of the office.',
    purpose: 'To do what a resident asks for.',
    readers: ['own', 'services'],
    tenant: { column: 'tenant_id' },
    personal: [
      declareFormFields(),
      declareBlankedColumns('tenant', 'remarks'),
      declareDerivedColumns('tenant', 'search_text'),
      declareStaffActionColumns('post_by_id assignee_id approved_by_id verified_by_id'),
    ],
    plain: `id module ticket_number tenant_id status version due_at late_told_at approved_at ongoing_at
      completed_at verified_at created_at updated_at reminded_start`,
  }),
  ticket_events: defineTable({
    ...TICKET_DATA,
    title: 'History of service tickets',
    data: 'Who did what and when, with remarks.',
    purpose: 'To show how a ticket was handled.',
    readers: ['own', 'services'],
    tenant: TICKET_LINK,
    personal: [
      declarePseudonymisedColumns('tenant', 'actor_name', 'actor_area'),
      declareBlankedColumns('tenant', 'remark'),
      declareStaffActionColumns('actor_id assignee_name overridden'),
    ],
    plain: 'id ticket_id at actor_area from_status to_status fields',
  }),
  threads: defineTable({
    ...TICKET_DATA,
    title: 'Conversations',
    data: 'Subject, and how far each side has read.',
    purpose: 'To talk with the office about a record.',
    readers: ['own', 'services'],
    retention: 'record',
    tenant: { column: 'tenant_id' },
    personal: [declareBlankedColumns('tenant', 'about')],
    plain: 'id tenant_id ticket_id payment_id last_message_id last_at resident_seen_id office_seen_id waits',
  }),
  messages: defineTable({
    ...TICKET_DATA,
    title: 'Messages',
    data: 'Text, files and author of each message.',
    purpose: 'To talk with the office about a record.',
    readers: ['own', 'services'],
    retention: 'record',
    tenant: { column: 'thread_id', table: 'threads' },
    personal: [
      declarePseudonymisedColumns('tenant', 'author_name', 'author_area'),
      declareBlankedColumns('tenant', 'text'),
      declareBlankedFiles('tenant', 'files'),
      declareStaffActionColumns('author_id'),
    ],
    plain: 'id thread_id author_area created_at',
  }),
  internal_notes: defineTable({
    ...TICKET_DATA,
    title: 'Internal notes',
    data: 'Notes of the office about a record.',
    purpose: 'To let colleagues know what was agreed.',
    basis: 'interest',
    readers: ['services', 'payments', 'tenants'],
    retention: 'record',
    tenant: { column: 'tenant_id' },
    copyOmissionReason: 'Internal to the office.',
    personal: [
      declareBlankedColumns('tenant', 'text'),
      declareBlankedFiles('tenant', 'files'),
      declareStaffActionColumns('author_id author_name'),
    ],
    plain: 'id tenant_id ticket_id payment_id created_at',
  }),
  amenity_bookings: defineTable({
    ...TICKET_DATA,
    title: 'Booked times',
    data: 'Amenity and time of a reservation.',
    purpose: 'To keep a time for one household.',
    readers: ['own', 'reservations'],
    retention: 'record',
    tenant: TICKET_LINK,
    personal: [declareKeptColumns('tenant', 'during', 'Shows that the amenity was used; names nobody.')],
    plain: 'ticket_id amenity_id cleaning_minutes pay_until waiting_id',
  }),
  waiting_entries: defineTable({
    ...TICKET_DATA,
    title: 'Waiting list of amenities',
    data: 'Amenity and time that was wanted.',
    purpose: 'To offer a time that becomes free.',
    readers: ['own', 'reservations'],
    tenant: { column: 'tenant_id' },
    personal: [declareDeletedColumns('tenant', 'tenant_id during')],
    plain: 'id amenity_id state offered_until ticket_id created_at',
  }),
  walk_ins: defineTable({
    ...GATE_DATA,
    title: 'Visitors without a pass',
    data: 'Name, purpose and plate of the visitor, unit, who answered.',
    readers: ['own', 'guards', 'gate'],
    retention: 'gateLog',
    tenant: { column: 'tenant_id' },
    personal: [
      declareBlankedColumns('visitor', 'name purpose plate'),
      declareBlankedColumns('tenant', 'unit'),
      declareBlankedColumns('staff', 'office_yes'),
      declareStaffActionColumns('admin_id admin_name'),
    ],
    plain: `id key tenant_id people gate_id device_id state answered_by answered_at call_at answer_hash
      answer_ends_at created_at updated_at`,
  }),
  gate_passes: defineTable({
    ...GATE_DATA,
    title: 'Passes',
    data: 'When and for how many people a pass is valid, who is inside.',
    readers: ['own', 'guards', 'gate'],
    retention: 'record',
    tenant: { column: 'tenant_id' },
    personal: [declareBlankedColumns('worker', 'workers_inside'), declareBlankedColumns('visitor', 'ticked')],
    plain: `id tenant_id ticket_id walk_in_id number code token_hash valid_from valid_to day_from day_to entries
      people entered left last_in_at last_out_at came mark ended_at end_reason created_at updated_at`,
  }),
  gate_events: defineTable({
    ...GATE_DATA,
    title: 'Entries at the gate',
    data: 'Who came in and went out when, plate, guard.',
    readers: ['own', 'guards', 'gate'],
    retention: 'gateLog',
    tenant: { column: 'tenant_id' },
    personal: [
      declareBlankedColumns('visitor', 'name plate note ticked'),
      declareBlankedColumns('worker', 'workers'),
      declareStaffActionColumns('admin_id admin_name'),
    ],
    plain: `id key pass_id tenant_id ticket_id walk_in_id kind verdict people counted undoes gate_id gate_name
      device_id at device_at offline mark created_at`,
  }),
  do_not_admit: defineTable({
    title: 'Do-not-admit list',
    data: 'Name, plate and the reason.',
    purpose: 'To protect residents.',
    basis: 'interest',
    readers: ['guards', 'gate'],
    retention: 'published',
    copyOmissionReason: 'Protects other people.',
    personal: [
      declareKeptColumns(
        'visitor',
        'name plate reason',
        'Protects residents until the office ends the entry.',
      ),
    ],
    plain: 'id ends_on status created_at updated_at',
  }),
} as const
