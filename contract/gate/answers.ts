import { Type } from 'typebox'
import {
  Count,
  Id,
  ListOf,
  nullable,
  NullableId,
  NullableText,
  oneOf,
  text,
  IsoTime,
  type Answer,
  Time,
} from '../answers.ts'
import { DIRECTIONS, PASS_ENTRIES, VERDICTS } from './judge-pass.ts'
import {
  WALK_IN_ANSWERERS,
  PASS_END_REASONS,
  ENTRY_KINDS,
  ENTRY_OUTCOMES,
  LOG_VERDICT_LABELS,
  type LogVerdict,
  ENTRY_MARKS,
  VISIT_HOURS_RANGE,
  WALK_IN_SECONDS_RANGE,
  WALK_IN_STATES,
} from './labels-and-codes.ts'

const AllowedEntries = oneOf(PASS_ENTRIES)
const NullableIsoTime = nullable(IsoTime)
/** Time that is a Date in the server; the API document describes it as text, like `IsoTime`. */
const DateTime = Type.Unsafe<Date>({ ...IsoTime })
const NullableDateTime = nullable(DateTime)

const ArrivedCount = Type.Integer({
  minimum: 0,
  description: 'How many of the people came, as far as entries tell',
})

const QrCode = Type.Object(
  { size: Count, path: text },
  { description: 'QR code of the link: width in modules, and the dark ones as the path of an SVG' },
)

/** Pass as shown to its resident and to administrators with the permission to scan. */
export const Pass = Type.Object({
  code: text,
  link: Type.String({ description: 'Address of the open page, with the token behind the #' }),
  qr: QrCode,
  from: IsoTime,
  to: IsoTime,
  dayFrom: NullableText,
  dayTo: NullableText,
  people: Count,
  came: ArrivedCount,
  entries: AllowedEntries,
  endedAt: NullableIsoTime,
  endReason: nullable(oneOf(PASS_END_REASONS)),
  howToGetIn: text,
})
export type Pass = Answer<typeof Pass>

/**
 * Pass as shown to anyone with its link: without data of the resident, and without the code after the pass
 * has ended.
 */
export const PublicPass = Type.Object({
  community: text,
  kind: Type.String({ description: 'Visitor pass, gate pass or work permit' }),
  code: text,
  qr: nullable(QrCode),
  from: IsoTime,
  to: IsoTime,
  dayFrom: NullableText,
  dayTo: NullableText,
  timeZone: text,
  howToGetIn: text,
  ended: Type.Boolean(),
})
export type PublicPass = Answer<typeof PublicPass>

/** Pass in lists of the gate. It never contains private fields (rules 24.10). */
export const GatePass = Type.Object({
  id: Id,
  code: text,
  tokenHash: Type.Unsafe<string | null>({ ...NullableText, description: 'SHA-256 of the token, in hex' }),
  ticketId: NullableId,
  walkInId: NullableId,
  kind: Type.String({ description: 'Visitor pass, gate pass, work permit or walk-in' }),
  number: Type.String({ description: 'Ticket number; empty for a walk-in' }),
  name: text,
  purpose: text,
  unitNumber: text,
  clientName: text,
  items: Type.Array(Type.Object({ name: text, quantity: Type.Number() })),
  ticked: Type.Array(Type.String({ description: 'Names of items that the guard has seen' })),
  workers: Type.Array(text),
  workersInside: Type.Array(
    Type.String({ description: 'Names of workers who are inside, as they were ticked' }),
  ),
  from: IsoTime,
  to: IsoTime,
  dayFrom: NullableText,
  dayTo: NullableText,
  entries: AllowedEntries,
  people: Count,
  came: ArrivedCount,
  entered: Count,
  left: Count,
  lastInAt: NullableIsoTime,
  lastOutAt: NullableIsoTime,
  endedAt: NullableIsoTime,
  mark: oneOf(ENTRY_MARKS, { description: 'How an entry of who is inside contradicts' }),
  barred: Type.Boolean({ description: 'On the do-not-admit list; the reason is not shown' }),
})
export type GatePass = Answer<typeof GatePass>

const OfficePhone = Type.String({ description: 'Telephone number of the office, for guards' })

export const ScanResult = Type.Object({
  verdict: oneOf(VERDICTS),
  may: Type.Array(oneOf(['in', 'out'])),
  pass: nullable(GatePass),
})
export type ScanResult = Answer<typeof ScanResult>

export const EntryResult = Type.Object({
  key: text,
  outcome: oneOf(ENTRY_OUTCOMES),
  mark: oneOf(ENTRY_MARKS),
  message: Type.String({ description: 'Why it was refused, or how it contradicts; empty otherwise' }),
  pass: nullable(GatePass),
})
export type EntryResult = Answer<typeof EntryResult>

export const EntryResults = Type.Object({ data: Type.Array(EntryResult) })
export type EntryResults = Answer<typeof EntryResults>

export const GatePasses = ListOf(GatePass)

/** Passes of today and tomorrow. A device of the gate stores them to work offline. */
export const GateList = Type.Object({
  at: Type.String({ description: 'When it was read: the time of the server' }),
  timeZone: text,
  gate: nullable(Type.Object({ id: Id, name: text, direction: oneOf(DIRECTIONS) })),
  device: nullable(Type.Object({ id: Id, name: text })),
  version: Type.String({ description: 'Of all but the time; the next call names it' }),
  unchanged: Type.Boolean({ description: 'The named version is the latest: the passes are left out' }),
  passes: Type.Array(GatePass),
  barred: Type.Array(Type.String({ description: 'Names and plates of the do-not-admit list, as compared' })),
  officePhone: OfficePhone,
})
export type GateList = Answer<typeof GateList>

export const GateCounts = Type.Object({
  expected: Count,
  inside: Count,
  overstay: Count,
  left: Count,
  officePhone: OfficePhone,
})
export type GateCounts = Answer<typeof GateCounts>

const CheckedItems = Type.Array(Type.String({ description: 'Names of items that the guard ticked' }))
const PassingWorkers = Type.Array(Type.String({ description: 'Names of workers who came in or went out' }))

export const GateLogEntry = Type.Object({
  id: Id,
  at: DateTime,
  kind: oneOf(ENTRY_KINDS),
  people: Count,
  name: text,
  passKind: text,
  number: text,
  ticketId: NullableId,
  unitNumber: text,
  clientName: text,
  gate: text,
  device: text,
  guard: text,
  offline: Type.Boolean(),
  deviceAt: DateTime,
  mark: oneOf(ENTRY_MARKS),
  verdict: oneOf(Object.keys(LOG_VERDICT_LABELS) as LogVerdict[], { description: 'What the gate showed' }),
  plate: text,
  items: CheckedItems,
  workers: PassingWorkers,
  note: text,
  undone: Type.Boolean(),
})
export type GateLogEntry = Answer<typeof GateLogEntry>

export const TicketEntry = Type.Object({
  id: Id,
  at: IsoTime,
  kind: oneOf(['in', 'out']),
  people: Count,
  gate: text,
  items: CheckedItems,
  workers: PassingWorkers,
  came: ArrivedCount,
  expected: Type.Integer({ minimum: 1, description: 'People of its pass' }),
  guard: Type.Optional(Type.String({ description: 'Administrators only' })),
})
export type TicketEntry = Answer<typeof TicketEntry>

export const GateFigures = Type.Object({
  days: Type.Array(Type.Object({ day: text, people: Count })),
  medianStayMinutes: nullable(Count),
  overstays: Count,
})
export type GateFigures = Answer<typeof GateFigures>

export const Gate = Type.Object({ id: Id, name: text, direction: oneOf(DIRECTIONS), updated_at: DateTime })
export type Gate = Answer<typeof Gate>

export const GateDevice = Type.Object({
  id: Id,
  gateId: Id,
  name: text,
  enrolledAt: NullableDateTime,
  seenAt: NullableDateTime,
  endedAt: NullableDateTime,
  codeEndsAt: NullableDateTime,
})
export type GateDevice = Answer<typeof GateDevice>

/**
 * The code with which a phone or tablet becomes a device of the gate. The server returns `code` only once.
 */
export const GateDeviceCode = Type.Object({ id: Id, code: text, endsAt: DateTime })
export type GateDeviceCode = Answer<typeof GateDeviceCode>

/** A phone or tablet that became a device of the gate. The server returns its `secret` only once. */
export const DeviceEnrolment = Type.Object({ secret: text, gate: text, device: text })
export type DeviceEnrolment = Answer<typeof DeviceEnrolment>

export const WalkIn = Type.Object({
  id: Id,
  name: text,
  purpose: text,
  plate: text,
  people: Count,
  unitNumber: text,
  gate: text,
  state: oneOf(WALK_IN_STATES),
  answeredBy: nullable(oneOf(WALK_IN_ANSWERERS)),
  answeredAt: NullableDateTime,
  secondsLeft: Type.Integer({ description: 'Until the gate calls the unit; 0 once it is answered' }),
  created_at: DateTime,
  phones: Type.Array(
    Type.String({ description: 'Telephone numbers of the unit, for the gate when it must call' }),
  ),
  code: Type.Unsafe<string | null>({
    ...NullableText,
    description: 'Code of its pass once it was let in and until it enters, for the gate',
  }),
})
export type WalkIn = Answer<typeof WalkIn>

export const WalkIns = Type.Object({ data: Type.Array(WalkIn) })

export const AnsweredWalkIn = Type.Object({ name: text, state: oneOf(WALK_IN_STATES) })
export type AnsweredWalkIn = Answer<typeof AnsweredWalkIn>

export const GateUnit = Type.Object({ id: Id, unitNumber: text, name: text })
export type GateUnit = Answer<typeof GateUnit>
export const GateUnits = Type.Object({ data: Type.Array(GateUnit) })

export const BarredPerson = Type.Object({
  id: Id,
  name: text,
  plate: text,
  reason: text,
  endsOn: NullableText,
  created_at: DateTime,
  updated_at: DateTime,
})
export type BarredPerson = Answer<typeof BarredPerson>

const toIntegerSchema = ({ min, max, message }: { min: number; max: number; message: string }) =>
  Type.Integer({ minimum: min, maximum: max, 'x-message': message })
export const GateSettings = Type.Object({
  visitHoursBefore: toIntegerSchema(VISIT_HOURS_RANGE),
  workFrom: text,
  workTo: text,
  howToGetIn: Type.String({ maxLength: 500, 'x-message': 'Please write at most 500 characters.' }),
  walkInSeconds: toIntegerSchema(WALK_IN_SECONDS_RANGE),
  visitorsReturn: Type.Integer({ minimum: 0, maximum: 1, default: 1, description: 'Visitors may come back' }),
  officePhone: Type.String({
    maxLength: 40,
    default: '',
    'x-message': 'Please write at most 40 characters.',
  }),
})
export type GateSettings = Answer<typeof GateSettings>

export const SavedGateSettings = Type.Object({ ...GateSettings.properties, updated_at: Time })
export type SavedGateSettings = Answer<typeof SavedGateSettings>
