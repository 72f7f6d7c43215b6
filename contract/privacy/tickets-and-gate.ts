import {
  acted,
  blank,
  blankFiles,
  derived,
  kept,
  pseudonymise,
  removed,
  table,
  type ColumnEntry,
} from './define-register.ts'

const TO_SERVE = { basis: 'contract', retention: 'closedTickets' } as const
const OF_TICKET = { column: 'ticket_id', table: 'tickets' } as const
const GATE = {
  purpose: 'To know who is inside and who came, and to let in only those who were announced.',
  basis: 'interest',
} as const

const fields = (): Readonly<Record<string, ColumnEntry>> => ({
  details: { whose: 'household', erasure: 'fields' },
})

export const TICKET_TABLES = {
  tickets: table({
    ...TO_SERVE,
    title: 'Service tickets',
    data: 'What the form asks: names, texts, dates, pictures; remarks of the office.',
    purpose: 'To do what a resident asks for.',
    readers: ['own', 'services'],
    tenant: { column: 'tenant_id' },
    personal: [
      fields(),
      blank('tenant', 'remarks'),
      derived('tenant', 'search_text'),
      acted('post_by_id assignee_id approved_by_id verified_by_id'),
    ],
    plain: `id module ticket_number tenant_id status version due_at late_told_at approved_at ongoing_at
      completed_at verified_at created_at updated_at reminded_start`,
  }),
  ticket_events: table({
    ...TO_SERVE,
    title: 'History of service tickets',
    data: 'Who did what and when, with remarks.',
    purpose: 'To show how a ticket was handled.',
    readers: ['own', 'services'],
    tenant: OF_TICKET,
    personal: [
      pseudonymise('tenant', 'actor_name', 'actor_area'),
      blank('tenant', 'remark'),
      acted('actor_id assignee_name overridden'),
    ],
    plain: 'id ticket_id at actor_area from_status to_status fields',
  }),
  threads: table({
    ...TO_SERVE,
    title: 'Conversations',
    data: 'Subject, and how far each side has read.',
    purpose: 'To talk with the office about a record.',
    readers: ['own', 'services'],
    retention: 'record',
    tenant: { column: 'tenant_id' },
    personal: [blank('tenant', 'about')],
    plain: 'id tenant_id ticket_id payment_id last_message_id last_at resident_seen_id office_seen_id waits',
  }),
  messages: table({
    ...TO_SERVE,
    title: 'Messages',
    data: 'Text, files and author of each message.',
    purpose: 'To talk with the office about a record.',
    readers: ['own', 'services'],
    retention: 'record',
    tenant: { column: 'thread_id', table: 'threads' },
    personal: [
      pseudonymise('tenant', 'author_name', 'author_area'),
      blank('tenant', 'text'),
      blankFiles('tenant', 'files'),
      acted('author_id'),
    ],
    plain: 'id thread_id author_area created_at',
  }),
  internal_notes: table({
    ...TO_SERVE,
    title: 'Internal notes',
    data: 'Notes of the office about a record.',
    purpose: 'To let colleagues know what was agreed.',
    basis: 'interest',
    readers: ['services', 'payments', 'tenants'],
    retention: 'record',
    tenant: { column: 'tenant_id' },
    notCopied: 'Internal to the office.',
    personal: [blank('tenant', 'text'), blankFiles('tenant', 'files'), acted('author_id author_name')],
    plain: 'id tenant_id ticket_id payment_id created_at',
  }),
  amenity_bookings: table({
    ...TO_SERVE,
    title: 'Booked times',
    data: 'Amenity and time of a reservation.',
    purpose: 'To keep a time for one household.',
    readers: ['own', 'reservations'],
    retention: 'record',
    tenant: OF_TICKET,
    personal: [kept('tenant', 'during', 'Shows that the amenity was used; names nobody.')],
    plain: 'ticket_id amenity_id cleaning_minutes pay_until waiting_id',
  }),
  waiting_entries: table({
    ...TO_SERVE,
    title: 'Waiting list of amenities',
    data: 'Amenity and time that was wanted.',
    purpose: 'To offer a time that becomes free.',
    readers: ['own', 'reservations'],
    tenant: { column: 'tenant_id' },
    personal: [removed('tenant', 'tenant_id during')],
    plain: 'id amenity_id state offered_until ticket_id created_at',
  }),
  walk_ins: table({
    ...GATE,
    title: 'Visitors without a pass',
    data: 'Name, purpose and plate of the visitor, unit, who answered.',
    readers: ['own', 'guards', 'gate'],
    retention: 'gateLog',
    tenant: { column: 'tenant_id' },
    personal: [
      blank('visitor', 'name purpose plate'),
      blank('tenant', 'unit'),
      blank('staff', 'office_yes'),
      acted('admin_id admin_name'),
    ],
    plain: `id key tenant_id people gate_id device_id state answered_by answered_at call_at answer_hash
      answer_ends_at created_at updated_at`,
  }),
  gate_passes: table({
    ...GATE,
    title: 'Passes',
    data: 'When and for how many people a pass is valid, who is inside.',
    readers: ['own', 'guards', 'gate'],
    retention: 'record',
    tenant: { column: 'tenant_id' },
    personal: [blank('worker', 'workers_inside'), blank('visitor', 'ticked')],
    plain: `id tenant_id ticket_id walk_in_id number code token_hash valid_from valid_to day_from day_to entries
      people entered left last_in_at last_out_at came mark ended_at end_reason created_at updated_at`,
  }),
  gate_events: table({
    ...GATE,
    title: 'Entries at the gate',
    data: 'Who came in and went out when, plate, guard.',
    readers: ['own', 'guards', 'gate'],
    retention: 'gateLog',
    tenant: { column: 'tenant_id' },
    personal: [
      blank('visitor', 'name plate note ticked'),
      blank('worker', 'workers'),
      acted('admin_id admin_name'),
    ],
    plain: `id key pass_id tenant_id ticket_id walk_in_id kind verdict people counted undoes gate_id gate_name
      device_id at device_at offline mark created_at`,
  }),
  do_not_admit: table({
    title: 'Do-not-admit list',
    data: 'Name, plate and the reason.',
    purpose: 'To protect residents.',
    basis: 'interest',
    readers: ['guards', 'gate'],
    retention: 'published',
    notCopied: 'Protects other people.',
    personal: [kept('visitor', 'name plate reason', 'Protects residents until the office ends the entry.')],
    plain: 'id ends_on status created_at updated_at',
  }),
} as const
