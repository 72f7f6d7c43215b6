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
  TextTime,
  type Answer,
} from '../answers.ts'
import { DIRECTIONS, VERDICTS } from './judge.ts'
import { ANSWERERS, END_REASONS, ENTRY_KINDS, ENTRY_OUTCOMES, MARKS, WALK_IN_STATES } from './words.ts'

const Entries = oneOf(['one', 'many'])
const NullableTextTime = nullable(TextTime)

const Qr = Type.Object(
  { size: Count, path: text },
  { description: 'QR code of the link: width in modules, and the dark ones as the path of an SVG' },
)

/** A ticket's pass, for its resident and for who may scan. */
export const Pass = Type.Object({
  code: text,
  link: Type.String({ description: 'Address of the open page, with the token behind the #' }),
  qr: Qr,
  from: TextTime,
  to: TextTime,
  dayFrom: NullableText,
  dayTo: NullableText,
  people: Count,
  entries: Entries,
  endedAt: NullableTextTime,
  endReason: nullable(oneOf(END_REASONS)),
  howToGetIn: text,
})
export type Pass = Answer<typeof Pass>

/** A pass as the holder of its link reads it: nothing of the resident, and no code after its end. */
export const OpenPass = Type.Object({
  community: text,
  kind: Type.String({ description: 'Visitor pass, gate pass or work permit' }),
  code: text,
  qr: nullable(Qr),
  from: TextTime,
  to: TextTime,
  dayFrom: NullableText,
  dayTo: NullableText,
  timeZone: text,
  howToGetIn: text,
  ended: Type.Boolean(),
})
export type OpenPass = Answer<typeof OpenPass>

/** A pass as the gate reads it (rules 24.10), never with private fields. */
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
  from: TextTime,
  to: TextTime,
  dayFrom: NullableText,
  dayTo: NullableText,
  entries: Entries,
  people: Count,
  entered: Count,
  left: Count,
  lastInAt: NullableTextTime,
  lastOutAt: NullableTextTime,
  endedAt: NullableTextTime,
  barred: Type.Boolean({ description: 'On the do-not-admit list; the reason is not shown' }),
})
export type GatePass = Answer<typeof GatePass>

/** The answer to a scan. It writes nothing. */
export const Scan = Type.Object({
  verdict: oneOf(VERDICTS),
  may: Type.Array(oneOf(['in', 'out'])),
  pass: nullable(GatePass),
})
export type Scan = Answer<typeof Scan>

/** Outcome of one entry of a queue. */
export const EntryResult = Type.Object({
  key: text,
  outcome: oneOf(ENTRY_OUTCOMES),
  mark: oneOf(MARKS),
  message: Type.String({ description: 'Why it was refused, or how it contradicts; empty otherwise' }),
  pass: nullable(GatePass),
})
export type EntryResult = Answer<typeof EntryResult>

export const EntryResults = Type.Object({ data: Type.Array(EntryResult) })
export type EntryResults = Answer<typeof EntryResults>

export const GatePasses = ListOf(GatePass)

/** Passes of today and tomorrow that a gate's device keeps. */
export const GateList = Type.Object({
  at: Type.String({ description: 'When it was read: the time of the server' }),
  timeZone: text,
  gate: nullable(Type.Object({ id: Id, name: text, direction: oneOf(DIRECTIONS) })),
  device: nullable(Type.Object({ id: Id, name: text })),
  version: Type.String({ description: 'Of all but the time; the next call names it' }),
  unchanged: Type.Boolean({ description: 'The named version is the latest: the passes are left out' }),
  passes: Type.Array(GatePass),
  barred: Type.Array(Type.String({ description: 'Names and plates of the do-not-admit list, as compared' })),
})
export type GateList = Answer<typeof GateList>

/** Numbers of the gate's page. */
export const GateCounts = Type.Object({ expected: Count, inside: Count, overstay: Count, left: Count })
export type GateCounts = Answer<typeof GateCounts>

/** An entry of the gate's log. */
export const GateLogEntry = Type.Object({
  id: Id,
  at: TextTime,
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
  deviceAt: TextTime,
  mark: oneOf(MARKS),
  note: text,
  undone: Type.Boolean(),
})
export type GateLogEntry = Answer<typeof GateLogEntry>

/** An entry in the history of a ticket. */
export const TicketEntry = Type.Object({
  id: Id,
  at: TextTime,
  kind: oneOf(['in', 'out']),
  people: Count,
  gate: text,
  guard: Type.Optional(Type.String({ description: 'Administrators only' })),
})
export type TicketEntry = Answer<typeof TicketEntry>

/** Figures of the log in a period. */
export const GateFigures = Type.Object({
  days: Type.Array(Type.Object({ day: text, people: Count })),
  medianStayMinutes: nullable(Count),
  overstays: Count,
})
export type GateFigures = Answer<typeof GateFigures>

export const Gate = Type.Object({ id: Id, name: text, direction: oneOf(DIRECTIONS), updated_at: TextTime })
export type Gate = Answer<typeof Gate>

export const GateDevice = Type.Object({
  id: Id,
  gateId: Id,
  name: text,
  enrolledAt: NullableTextTime,
  seenAt: NullableTextTime,
  endedAt: NullableTextTime,
  codeEndsAt: NullableTextTime,
})
export type GateDevice = Answer<typeof GateDevice>

/** A new device with the code that enrols it, which is answered once. */
export const NewGateDevice = Type.Object({ id: Id, code: text, endsAt: TextTime })
export type NewGateDevice = Answer<typeof NewGateDevice>

/** The secret of an enrolled device. It is answered once. */
export const Enrolment = Type.Object({ secret: text, gate: text, device: text })
export type Enrolment = Answer<typeof Enrolment>

/** A walk-in, for the gate and for its resident. */
export const WalkIn = Type.Object({
  id: Id,
  name: text,
  purpose: text,
  plate: text,
  people: Count,
  unitNumber: text,
  gate: text,
  state: oneOf(WALK_IN_STATES),
  answeredBy: nullable(oneOf(ANSWERERS)),
  answeredAt: NullableTextTime,
  secondsLeft: Type.Integer({ description: 'Until the gate calls the unit; 0 once it is answered' }),
  created_at: TextTime,
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

/** Outcome of an answer that was given by a push message. */
export const WalkInAnswered = Type.Object({ name: text, state: oneOf(WALK_IN_STATES) })
export type WalkInAnswered = Answer<typeof WalkInAnswered>

/** A unit that a guard may pick for a walk-in. */
export const GateUnit = Type.Object({ id: Id, unitNumber: text, name: text })
export type GateUnit = Answer<typeof GateUnit>
export const GateUnits = Type.Object({ data: Type.Array(GateUnit) })

/** An entry of the do-not-admit list, for the office. */
export const Barred = Type.Object({
  id: Id,
  name: text,
  plate: text,
  reason: text,
  endsOn: NullableText,
  created_at: TextTime,
  updated_at: TextTime,
})
export type Barred = Answer<typeof Barred>

/** Settings of the gate. */
export const GateSettings = Type.Object({
  visitHoursBefore: Type.Integer({ minimum: 0, maximum: 24, 'x-message': 'Please input 0 to 24 hours.' }),
  workFrom: text,
  workTo: text,
  howToGetIn: Type.String({ maxLength: 500, 'x-message': 'Please write at most 500 characters.' }),
  walkInSeconds: Type.Integer({ minimum: 15, maximum: 600, 'x-message': 'Please input 15 to 600 seconds.' }),
})
export type GateSettings = Answer<typeof GateSettings>
